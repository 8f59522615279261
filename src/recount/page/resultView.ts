import { termsLabel, standings, type Comparison, type Outcome, type Share, type SlotCount, type Verdict } from '../judge/counting.ts'
import type { CountedElection, CountedSlot } from '../judge/election.ts'
import type { CorrectedCount } from '../judge/corrections.ts'
import { termsOf, squareMetres, type Recount } from '../judge/recount.ts'
import type { CheckedAssertion, CheckedSample } from '../judge/samples.ts'
import { element } from './elements.ts'

const classRows = [
  ['approve', '同意'],
  ['disapprove', '反对'],
  ['abstention', '弃权'],
  ['invalid', '无效'],
  ['optionnochoose', '未表决'],
  ['whole', '合计（应参与）'],
] as const
const looks: Readonly<Record<Outcome, string>> = { 通过: 'outcome passed', 不通过: 'outcome failed', 未成立: 'outcome failed', 不作结论: 'outcome' }
const answerNames = { approve: '同意', disapprove: '反对', abstention: '弃权' } as const

/** Every topic and option with its figures and full comparisons, an election before its candidates. */
export function slotViews(recount: Recount): HTMLElement[] {
  const views = recount.slots.flatMap((counted) => {
    const election = recount.elections.find(({ candidates }) => candidates[0] === counted)
    return [...(election ? [electionView(election)] : []), slotView(counted, recount)]
  })
  return [...adjustmentView(recount), ...views]
}

/** The corrections after the end, with the outcomes before and after; empty if none. */
export function correctedViews(corrected: CorrectedCount | null, recount: Recount): HTMLElement[] {
  if (corrected === null) return []
  const row = ({ slot, count: { verdict, classes } }: CountedSlot, official: SlotCount | undefined): HTMLElement =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, `${slot.number} ${slot.title}`),
      element('td', {}, official?.verdict.outcome ?? ''),
      element('td', { class: official?.verdict.outcome === verdict.outcome ? '' : 'no' }, verdict.outcome),
      ...cells(classes.approve),
      ...cells(verdict.participants),
    )
  const heads = ['议题', '正式结果', '更正后', '同意人数', '同意面积（㎡）', '参与人数', '参与面积（㎡）']
  return [
    element(
      'article',
      { 'data-corrected': String(corrected.words.length) },
      element('h3', {}, '更正后的结果'),
      element('p', {}, `投票结束后，成立的异议更正了 ${corrected.words.length} 项。正式结果仍是结束投票时的结果，列在下面；这里是按更正重新计算的结果。`),
      element('ul', {}, ...corrected.words.map((words) => element('li', {}, words))),
      element(
        'div',
        { class: 'scroll' },
        element(
          'table',
          {},
          element('thead', {}, element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)))),
          element('tbody', {}, ...corrected.slots.map((counted, index) => row(counted, recount.slots[index]?.count))),
        ),
      ),
    ),
  ]
}

/** Changes of the roster's heads or area after the vote began, if the journal's entries are available. */
function adjustmentView({ adjustments }: Recount): HTMLElement[] {
  if (adjustments === null || adjustments.houses === 0) return []
  const numbers = adjustments.entries.join('、')
  return [
    element(
      'p',
      { 'data-adjusted': String(adjustments.houses) },
      `投票开始后清册调整${adjustments.houses}处（操作日志第 ${numbers} 条）。这只作说明，不改变计票。`,
    ),
  ]
}

const orderNames = { 1: '先按同意人数，再按同意面积', 2: '先按同意面积，再按同意人数' } as const

/** An election: the candidates in order, each with the outcome. */
function electionView({ number, title, seats, order, candidates, elected, tied, vacant, overvoted }: CountedElection): HTMLElement {
  const row = ({ slot, count: { verdict } }: CountedSlot, place: string, words: string): HTMLElement =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, slot.title.slice(title.length + 1)),
      element('td', { class: 'number' }, place),
      ...cells(verdict.approve),
      element('td', {}, words),
    )
  const others = candidates.filter((each) => elected.indexOf(each) < 0 && tied.indexOf(each) < 0)
  return element(
    'article',
    {},
    element('h3', {}, `${number}. ${title}：当选结果`),
    element('p', {}, `应选 ${seats} 名，当选 ${elected.length} 名，空缺 ${vacant} 名；通过的候选人${orderNames[order]}排序。`),
    ...(tied.length > 0 ? [element('p', {}, `${tied.length} 名候选人在最后一个名额上人数和面积都相同，并列，须再次表决。`)] : []),
    ...(overvoted.count > 0
      ? [element('p', {}, `同意多于应选名额的选票 ${overvoted.count} 票 ${squareMetres(overvoted.area)} ㎡，计入参与，对本议题全部选项无效。`)]
      : []),
    element(
      'div',
      { class: 'scroll' },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element('tr', {}, ...['候选人', '名次', '同意人数', '同意面积（㎡）', '结果'].map((text) => element('th', { scope: 'col' }, text))),
        ),
        element(
          'tbody',
          {},
          ...elected.map((each, index) => row(each, String(index + 1), '当选')),
          ...tied.map((each) => row(each, '', '并列，须再次表决')),
          ...others.map((each) => row(each, '', standings[each.count.verdict.outcome])),
        ),
      ),
    ),
  )
}

function slotView({ slot, count }: CountedSlot, { rules }: Recount): HTMLElement {
  const { verdict, strict } = count
  const title = slot.voteoptionid === '' ? `${slot.number}. ${slot.title}` : `${slot.number} ${slot.title}`
  return element(
    'article',
    {},
    element('h3', {}, title),
    element(
      'p',
      {},
      element('span', { class: looks[verdict.outcome] }, verdict.outcome),
      `计票规则：${termsLabel(termsOf(rules, slot))}${rules.rulebasis === '' ? '' : `（${rules.rulebasis}）`}`,
    ),
    classTable(count),
    deliveredLine(count),
    ...(verdict.comparisons.length > 0 ? [comparisonTable(verdict, '按上述规则')] : []),
    ...(strict ? [element('p', {}, `仅计收回票时：${strict.outcome}`), comparisonTable(strict, '仅计收回票')] : []),
  )
}

const cells = ({ count, area }: Share): HTMLElement[] => [
  element('td', { class: 'number' }, String(count)),
  element('td', { class: 'number' }, squareMetres(area)),
]

function classTable({ classes }: SlotCount): HTMLElement {
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element('caption', {}, '每票只在其中一类'),
      element(
        'thead',
        {},
        element('tr', {}, ...['类别', '人数', '面积（㎡）'].map((text, index) => element('th', { scope: 'col', class: index > 0 ? 'number' : '' }, text))),
      ),
      element('tbody', {}, ...classRows.map(([name, title]) => element('tr', {}, element('th', { scope: 'row' }, title), ...cells(classes[name])))),
    ),
  )
}

function deliveredLine({ classes: { voted, delivered }, verdict }: SlotCount): HTMLElement {
  const words = ({ count, area }: Share): string => `${count} 人 ${squareMetres(area)} ㎡`
  const sent = verdict.deliveredTo === null ? '' : `，其中已送达未反馈 ${words(delivered)} 计入${answerNames[verdict.deliveredTo]}`
  const note = verdict.note === '' ? '' : `（${verdict.note}：${words(delivered)}）`
  return element('p', {}, `收回 ${words(voted)}；计入参与 ${words(verdict.participants)}${sent}${note}。`)
}

function comparisonTable({ comparisons }: Verdict, name: string): HTMLElement {
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      { class: 'comparisons' },
      element('caption', {}, `${name}：参与须达到三分之二，同意须达到规则的多数，人数和面积都要满足`),
      element('thead', {}, element('tr', {}, ...['比较', '算式', '是否满足'].map((text) => element('th', { scope: 'col' }, text)))),
      element(
        'tbody',
        {},
        ...comparisons.map((comparison) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, comparison.name),
            element('td', {}, comparisonText(comparison)),
            element('td', { class: comparison.holds ? 'yes' : 'no' }, comparison.holds ? '✓ 满足' : '✗ 不满足'),
          ),
        ),
      ),
    ),
  )
}

/** `3×905 = 2715 ≥ 2×1152 = 2304 ✓`; if it does not hold, with the true sign. */
export function comparisonText({ unit, factor, part, wholeFactor, whole, includesEqual, holds }: Comparison): string {
  const number = (value: number): string => (unit === 'heads' ? String(value) : squareMetres(value))
  const right = wholeFactor === 1 ? number(whole) : `${wholeFactor}×${number(whole)} = ${number(wholeFactor * whole)}`
  const sign = includesEqual ? (holds ? '≥' : '<') : holds ? '>' : '≤'
  return `${factor}×${number(part)} = ${number(factor * part)} ${sign} ${right} ${holds ? '✓' : '✗'}`
}

const kindNames: Readonly<Record<CheckedAssertion['kind'], string>> = {
  quorum: '参与达到三分之二',
  pass: '同意达到多数',
  lead2: '同意多于反对',
  lead3: '同意多于弃权',
  fail: '同意没有达到多数',
  notlead2: '反对多于同意',
  notlead3: '弃权多于同意',
}
const sampleStates = { 0: '等待随机数字', 1: '核对中', 2: '可以停止', 3: '已结束' } as const
const headings = ['断言', '抽取方式', '优势', '总量', '每次最多', '已计次数', 'T', '要达到', '是否达到']

/** A redrawn sample: its scope, and every assertion with its numbers. */
export function sampleView({ sample, count, risk, assertions }: CheckedSample): HTMLElement {
  const goal = 100 / risk
  return element(
    'article',
    { 'data-sample': sample.sampleid },
    element('h3', {}, `抽样 ${sample.digest.slice(0, 8)}：${sampleStates[sample.state]}`),
    element('p', {}, `清单 ${count} 票，校验值 ${sample.digest}。随机数字：${sample.seed === '' ? '还没有掷' : sample.seed}。`),
    element(
      'div',
      { class: 'scroll' },
      element(
        'table',
        {},
        element('caption', {}, `每条断言的 T 达到 ${goal} 才能停止；错误的结论能够通过的可能性不超过 ${risk}%`),
        element('thead', {}, element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)))),
        element('tbody', {}, ...assertions.map((assertion) => assertionRow(assertion, goal))),
      ),
    ),
  )
}

function assertionRow({ kind, list, margin, total, cap, draws, t, reached }: CheckedAssertion, goal: number): HTMLElement {
  const amount = (value: bigint): string => (list === 'H' ? String(value) : `${squareMetres(Number(value))} ㎡`)
  const cells = [list === 'H' ? '按票' : '按面积', amount(margin), amount(total), String(cap), String(draws), t, String(goal)]
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, kindNames[kind]),
    ...cells.map((text) => element('td', { class: 'number' }, text)),
    element('td', { class: reached ? 'yes' : 'no' }, reached ? '✓ 达到' : '✗ 未达到'),
  )
}
