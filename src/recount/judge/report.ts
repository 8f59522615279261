import type { Slot } from './bundle.ts'
import { checkableNote, noteWith } from './adjustments.ts'
import { termsLabel, ruleNames, standings, type Share, type SlotCount } from './counting.ts'
import type { CountedElection, CountedSlot } from './election.ts'
import { inGroups } from './manifest.ts'
import { termsOf, squareMetres, type Recount } from './recount.ts'
import { firstSheet, type Cells } from './workbook.ts'
import type { Findings } from './lamps.ts'

const SLOT_TITLE = '议题'
const NOTE = '说明'
const UNLIKE = '见下表'
const outcomeColumns = ['达到三分之二', '表决结果', '仅计收回票的结果', NOTE] as const

/** Compares the figures of the report's first sheet (表决结论) with the page's own, and its 核验码 with the bundle's. */
export function judgeReport(bytes: Uint8Array, recount: Recount, codes: readonly string[]): Findings {
  let cells: Cells
  try {
    cells = firstSheet(bytes)
  } catch {
    return { faults: ['报告 report.xlsx 无法读取'], notes: [] }
  }
  const table = tableBelow(cells, SLOT_TITLE)
  if (table === null) return { faults: ['报告的第一页没有各议题的表决结论'], notes: [] }
  const faults = [...electionFaults(cells, recount), ...lineFaults(cells, recount), ...partFaults(cells, recount), ...codeFaults(cells, codes)]
  if (table.rows.length !== recount.slots.length) faults.push(`报告列出 ${table.rows.length} 项议题，应为 ${recount.slots.length} 项`)
  let figures = 0
  for (const [index, counted] of recount.slots.entries()) {
    const row = table.rows[index]
    if (!row) continue
    for (const [title, own] of expectedCells(counted, recount)) {
      const column = table.titles.indexOf(title)
      if (column < 0) {
        faults.push(`报告缺少“${title}”一列`)
        continue
      }
      figures += 1
      const given = checkable(title, row[column] ?? '', recount)
      if (!isSame(given, own)) faults.push(`报告中议题 ${counted.slot.number} 的“${title}”为 ${given}，复算为 ${inWords(own)}`)
    }
  }
  return {
    faults: [...new Set(faults)],
    notes: [
      ...(recount.adjustments === null ? [NO_ENTRIES] : []),
      `已把报告“表决结论”中的 ${figures} 个数字和结论与复算逐一比较；报告的其他各页只核对文件未改动。`,
    ],
  }
}

const NO_ENTRIES = '本版没有操作日志的内容，报告“说明”中投票开始后清册调整的处数没有核对；请用法院版核对。'
const checkable = (title: string, given: string | number, { adjustments }: Recount): string | number =>
  title === NOTE && typeof given === 'string' ? checkableNote(given, adjustments) : given

/** The expected content of a cell: heads, an area, or text. */
type Own = { readonly heads: number } | { readonly area: number } | { readonly words: string }
const inWords = (own: Own): string => ('heads' in own ? String(own.heads) : 'area' in own ? squareMetres(own.area) : own.words)
const isSame = (given: string | number, own: Own): boolean =>
  'words' in own ? given === own.words : typeof given === 'number' && ('heads' in own ? given === own.heads : Math.round(given * 100) === own.area)

function expectedCells({ slot, count }: CountedSlot, { rules, adjustments }: Recount): [title: string, own: Own][] {
  const { verdict, strict, classes } = count
  const pair = (name: string, { count: heads, area }: Share): [string, Own][] => [
    [`${name}人数`, { heads }],
    [`${name}面积`, { area }],
  ]
  const isQuorum = classes.whole.count > 0 && quorumOf(count)
  const words = [isQuorum ? '是' : '否', verdict.outcome, (strict ?? verdict).outcome, noteWith(verdict.note, adjustments)]
  return [
    [SLOT_TITLE, { words: labelOf(slot) }],
    ...pair('同意', verdict.approve),
    ...pair('反对', answered(count, 'disapprove')),
    ...pair('弃权', answered(count, 'abstention')),
    ...pair('未选', leftOpen(count)),
    ...pair('参与表决', verdict.participants),
    ...outcomeColumns.map((title, index): [string, Own] => [title, { words: words[index] ?? '' }]),
    ...(rules.slots.some(({ lawitem }) => lawitem !== null) ? [['适用规则', { words: termsLabel(termsOf(rules, slot)) }] as [string, Own]] : []),
  ]
}

const labelOf = ({ voteoptionid, number, title }: Slot): string => (voteoptionid === '' ? `${number}. ${title}` : `${number} ${title}`)

/** Whether two thirds take part, computed here: a vote without a conclusion has no comparison to read. */
const quorumOf = ({ verdict: { participants }, classes: { whole } }: SlotCount): boolean =>
  3 * participants.count >= 2 * whole.count && 3 * participants.area >= 2 * whole.area

function answered({ classes, verdict }: SlotCount, answer: 'disapprove' | 'abstention'): Share {
  const own = classes[answer]
  if (verdict.deliveredTo !== answer) return own
  return { count: own.count + classes.delivered.count, area: own.area + classes.delivered.area }
}

/** Votes that left the topic open: they take part without an answer. */
function leftOpen({ classes: { voted, approve, disapprove, abstention } }: SlotCount): Share {
  return {
    count: voted.count - approve.count - disapprove.count - abstention.count,
    area: voted.area - approve.area - disapprove.area - abstention.area,
  }
}

/** Compares the elected, in seat order, with the table 当选结果. */
function electionFaults(cells: Cells, { elections }: Recount): string[] {
  const table = tableBelow(cells, '当选结果')
  if (elections.length === 0) return table === null ? [] : ['报告有当选结果，而规则文件 rules.json 没有选举']
  if (table === null) return ['报告的第一页没有当选结果']
  const [heads, area, place, result] = ['同意人数', '同意面积', '名次', '结果'].map((title) => table.titles.indexOf(title))
  const own = elections.flatMap(electionRows)
  const given = table.rows.map((row) =>
    [row[0], row[heads ?? -1], Math.round(Number(row[area ?? -1]) * 100), row[place ?? -1] ?? '', row[result ?? -1]].join(' '),
  )
  return own.join('\n') === given.join('\n') ? [] : ['报告的当选结果与复算不同']
}

function electionRows({ candidates, elected, tied }: CountedElection): string[] {
  const row = ({ slot, count: { verdict } }: CountedSlot, place: number | '', result: string): string =>
    [labelOf(slot), verdict.approve.count, verdict.approve.area, place, result].join(' ')
  return [
    ...elected.map((each, index) => row(each, index + 1, '当选')),
    ...tied.map((each) => row(each, '', '并列，须再次表决')),
    ...candidates.filter((each) => elected.indexOf(each) < 0 && tied.indexOf(each) < 0).map((each) => row(each, '', standings[each.count.verdict.outcome])),
  ]
}

/** Compares the lines at the top of the sheet: vote, rule, times. A missing line is no fault. */
function lineFaults(cells: Cells, { rules }: Recount): string[] {
  const own = [
    ['活动', rules.title],
    ['计票规则', ruleNames[rules.votetype]],
    ['表决时间', `${rules.startdate} 至 ${rules.enddate}`],
  ] as const
  return own.flatMap(([name, value]) => {
    const line = cells.map(([first]) => first).find((text) => typeof text === 'string' && text.startsWith(`${name}：`))
    return line === undefined || line === `${name}：${value}` ? [] : [`报告写明“${line}”，而规则文件 rules.json 为“${value}”`]
  })
}

/** Compares the rows above the topics: those entitled and those taking part. */
function partFaults(cells: Cells, { slots }: Recount): string[] {
  const [first] = slots
  const table = tableBelow(cells, '参与情况')
  if (!first || !table) return ['报告的第一页没有参与情况']
  const { whole, voted, delivered } = first.count.classes
  const own: Readonly<Record<string, Share>> = { 应参与: whole, 收回表决票: voted, 已送达未反馈: delivered, 实际参与: first.count.verdict.participants }
  return table.rows.flatMap((row) => {
    const [name = '', heads, area] = row
    const share = own[name]
    if (!share || heads === UNLIKE) return []
    return heads === share.count && typeof area === 'number' && Math.round(area * 100) === share.area
      ? []
      : [`报告中“${name}”为 ${heads ?? ''} 人 ${area ?? ''} ㎡，复算为 ${share.count} 人 ${squareMetres(share.area)} ㎡`]
  })
}

/** The report may carry any of the activity's checkpoints. */
function codeFaults(cells: Cells, codes: readonly string[]): string[] {
  const text = cells.map((row) => row.join(' ')).join('\n')
  const [, printed] = /核验码[^0-9a-f\n]*((?:[0-9a-f]{4}[ -]?){8})/i.exec(text) ?? []
  if (printed === undefined) return []
  const code = printed.replace(/[ -]/g, '').toLowerCase()
  return codes.includes(code) ? [] : [`报告上的核验码 ${inGroups(code)} 不是本应诉包任何一个检查点的核验码`]
}

/** The rows below the one whose first cell is `title`, up to an empty one. */
function tableBelow(cells: Cells, title: string): { titles: readonly (string | number | undefined)[]; rows: Cells } | null {
  const at = cells.findIndex((row) => row[0] === title)
  const titles = cells[at]
  if (titles === undefined) return null
  const below = cells.slice(at + 1)
  const end = below.findIndex((row) => row.every((cell) => cell === undefined || cell === ''))
  return { titles: [...titles], rows: end < 0 ? below : below.slice(0, end) }
}
