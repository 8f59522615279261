import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { formatTime } from '../../time/chinaTime.ts'
import { wire } from '../../contract/wire.ts'

/** Maximum differences in an answer. */
export const MAX_DIFFERENCES = 100

const value = z.union([z.string(), z.number(), z.null()])

/** One difference between the journal and the tables (`proof-layout.md` section 4). */
const Difference = wire({
  kind: [
    'kind',
    z.enum([
      'activity',
      'topic',
      'option',
      'ballot',
      'house',
      'proxy',
      'change',
      'contact',
      'publication',
      'objection',
      'decision',
      'paper',
      'layout',
      'page',
      'reading',
      'record',
      'rules',
      'delivery',
      'sample',
      'tally',
      'file',
      'account',
    ]),
  ],
  /** The public id. */
  id: ['id', z.string()],
  /** The activity's public id; `''` for an account, whose id is its username. */
  activity: ['activity', z.string()],
  /** `''` if the whole is missing or extra. */
  field: ['field', z.string()],
  /** The value replayed from the journal and the stored one; null if absent. */
  expected: ['expected', value],
  found: ['found', value],
})
type Difference = z.output<typeof Difference>

/** The result of comparing the tables with the journal. */
const replayFields = {
  /** Number of rows compared. */
  checked: ['checked', z.int()],
  /** The first {@link MAX_DIFFERENCES}. */
  differences: ['differences', z.array(Difference)],
  differenceCount: ['differencecount', z.int()],
} as const
export const ReplaySummary = wire(replayFields)
export type ReplaySummary = z.output<typeof ReplaySummary>

/** An administrator's acknowledgement of exactly these differences. */
export const KnownDifferences = wire({ at: ['time', moment], nickName: ['nickName', z.string()], reason: ['reason', z.string()] })
export type KnownDifferences = z.output<typeof KnownDifferences>
/** Who acknowledged it, when and why. */
export const knownInWords = ({ at, nickName, reason }: KnownDifferences): string => `${nickName} 于 ${formatTime(at ?? 0)} 说明：${reason}`

/** A check of one activity, with its time. */
export const Checked = wire({
  at: ['time', moment],
  ...replayFields,
  known: ['known', KnownDifferences.nullable()],
  /** Display names of differing things, by id. */
  names: ['names', z.array(z.object({ id: z.string(), name: z.string() }))],
})
export type Checked = z.output<typeof Checked>

const kindNames: Readonly<Record<Difference['kind'], string>> = {
  activity: '投票活动',
  topic: '议题',
  option: '选项',
  ballot: '票权',
  house: '清册房产',
  proxy: '委托',
  change: '房产变更申请',
  contact: '走访',
  publication: '公示',
  objection: '异议',
  decision: '异议的裁定',
  page: '扫描页',
  reading: '票面读数',
  record: '投票记录',
  rules: '议事规则',
  delivery: '送达记录',
  sample: '抽样',
  paper: '选票',
  layout: '选票版式',
  tally: '计票摘要',
  file: '文件',
  account: '账号',
}
const JOURNAL_FIELD = /^journal\.(\d+)$/

/** A difference as a message; `name` is the display name of the subject. */
export function differenceInWords({ kind, field, expected, found }: Difference, name: string, fieldName: (field: string) => string): string {
  const about = `${kindNames[kind]}${name === '' ? '' : `（${name}）`}`
  const entry = JOURNAL_FIELD.exec(field)
  if (entry && found === null) return `${about}：第 ${entry[1]} 条日志的内容已被清除`
  if (entry) return `${about}：第 ${entry[1]} 条日志的内容与校验值不符`
  if (kind === 'file') return `${about}：${fileFaultInWords({ field, found })}`
  if (field === '') return found === null ? `${about}：日志中有，数据库中缺失` : `${about}：数据库中有，日志中没有`
  if (kind === 'tally') return `${about}：与结束投票时不同`
  const shown = (value: Difference['expected']): string => (value === null || value === '' ? '（空）' : String(value))
  return `${about}：${fieldName(field)}应为 ${shown(expected)}，现为 ${shown(found)}`
}

/** The problem with a file, without its name. */
export function fileFaultInWords({ field, found }: Pick<Difference, 'field' | 'found'>): string {
  if (field !== '') return '内容与日志中的校验值不符，已被改动'
  return found === null ? '日志中有，数据库中缺失' : '没有日志附上这个文件，是绕过本程序换上的'
}
