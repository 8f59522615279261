import { formatTime } from '#shared/contract/values.ts'
import { roleNames } from '#shared/features/account/labels.ts'
import type { AuditEntry } from '#shared/features/audit/contract.ts'
import { dictionaries, type DictionaryCode } from '#shared/features/dictionary/labels.ts'
import { voteSourceNames } from '#shared/features/notification/contract.ts'
import { maskIdNumber, maskPhone, placeInWords } from '#shared/features/property/rules.ts'
import { formatArea } from '../../widgets/numbers.ts'
import type { ComparedField } from '../../widgets/comparison/ComparisonTable.tsx'

/** The journal's fields in words, the telling ones first. */
const fieldNames: Readonly<Record<string, string>> = {
  username: '用户名',
  role: '角色',
  roles: '角色',
  isDisabled: '已停用',
  name: '名称',
  title: '标题',
  address: '地址',
  place: '房屋',
  floor: '楼层',
  areaHundredths: '面积(㎡)',
  ownerName: '产权人',
  phone: '手机号',
  idNumber: '证件号',
  total: '总行数',
  inserted: '新增',
  updated: '更新',
  changed: '改动的房产',
  kept: '位置待处理的房产',
  added: '新增',
  skipped: '未同步',
  fileName: '文件名',
  restoredAt: '恢复时间',
  restoredBy: '恢复人',
  keptAs: '原数据库保存为',
  expired: '清理的附件',
  edition: '版本',
  scope: '范围',
  purpose: '用途',
  rowCount: '行数',
  mediaType: '文件类型',
  byteCount: '字节数',
  countingRule: '计票方式',
  ruleBasis: '议事规则依据',
  startsAt: '开始时间',
  endsAt: '结束时间',
  summary: '简介',
  detail: '详情',
  scopePaths: '投票范围',
  topics: '议题',
  copiedFrom: '复制自',
  rosterCount: '清册房产数',
  roster: '清册',
  status: '状态',
  markedCode: '标记码',
  answers: '投票内容',
  voterName: '投票人',
  voterPhone: '投票人手机号',
  voterIdNumber: '投票人证件号',
  voteSource: '送达方式',
  deliveredAt: '送达时间',
  deliveredBy: '送达人',
  remark: '备注',
  comment: '审批意见',
  reason: '原因',
  applicant: '申请人',
  estateName: '小区',
  activityTitle: '投票活动',
  property: '房产',
  ballots: '票权',
  houses: '房屋',
  rosters: '各活动清册',
  files: '附件',
}
/** What only a technician looks for. */
const technicalNames: Readonly<Record<string, string>> = {
  pictures: '图片',
  personPictures: '身份证件照片',
  propertyPictures: '房产证件照片',
  sha256: '文件摘要',
  provinceCode: '省级代码',
  cityCode: '市级代码',
  areaCode: '区县代码',
  subdistrictCode: '街道代码',
  communityCode: '社区代码',
  ballotId: '票权编号',
  rosterPropertyId: '清册房产编号',
  propertyId: '房产编号',
  estateId: '小区编号',
  activityId: '投票活动编号',
}
const order = Object.keys(fieldNames)
const kinds: Readonly<Record<string, ComparedField['kind']>> = { phone: 'phone', voterPhone: 'phone', idNumber: 'idNumber', voterIdNumber: 'idNumber' }
/** The fields that say what an entry is about, though they stayed as they were. */
const telling = new Set(['place', 'name', 'title', 'username'])
const MAX_LISTED = 10

/** One field of an entry: what it was and what it became; changed only in a change, not in what was made or removed as a whole. */
export interface EntryField extends ComparedField {
  /** Where it stands in the entry: `property.phone`. */
  readonly path: string
  /** An id, a digest, or what has no word. */
  readonly isTechnical: boolean
  /** Whether it tells which thing the entry is about. */
  readonly isTelling: boolean
}

type Fields = Readonly<Record<string, unknown>>
type Described = Pick<AuditEntry, 'action' | 'before' | 'after'>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const roomOf = (action: string): string => action.split('.')[0] ?? ''
const nameIn = (code: DictionaryCode, value: unknown): string | undefined => dictionaries[code].find((entry) => entry.value === value)?.name

/** What a status of an activity, a vote or a request is called. */
function statusInWords(room: string, value: unknown): string | undefined {
  const words: Readonly<Record<string, readonly string[]>> = {
    activity: dictionaries.vote_activity_status.map(({ name }) => name),
    voting: ['已标记', '已投票', '已作废'],
    propertyChange: ['待审批', '已同意', '已拒绝'],
  }
  return words[room]?.[Number(value)]
}

const roleInWords = (role: unknown): string =>
  typeof role === 'string' && Object.hasOwn(roleNames, role) ? roleNames[role as keyof typeof roleNames] : String(role)

/** A value that its field gives a word of its own; undefined where it has none. */
function specialWord(room: string, name: string, value: unknown): string | undefined {
  switch (name) {
    case 'role':
      return roleInWords(value)
    case 'roles':
      return Array.isArray(value) ? value.map(roleInWords).join('、') : undefined
    case 'status':
      return statusInWords(room, value)
    case 'answers':
      return typeof value === 'string' ? Array.from(value, (digit) => nameIn('VoteModel3Options', Number(digit)) ?? digit).join('、') : undefined
    case 'countingRule':
      return nameIn('TicketType', value)
    case 'voteSource':
      return Object.entries(voteSourceNames).find(([code]) => code === String(value))?.[1]
    case 'edition':
      return value === 'public' ? '公示版' : '完整报告'
    case 'areaHundredths':
      return typeof value === 'number' ? formatArea(value) : undefined
    default:
      return name.endsWith('At') && typeof value === 'number' ? formatTime(value) : undefined
  }
}

/** A house, topic, option or ballot of a list, in a line; `''` for a ballot without houses, null for what has no name. */
function itemInWords(item: unknown): string | null {
  if (!isFields(item)) return null
  const { place, title, name, activityTitle, houses, options, ownerName, phone, areaHundredths, voteModel } = withPlace(item)
  if (Array.isArray(houses)) return houses.map(itemInWords).join('、')
  const main = [place, title, name, activityTitle].find((each) => typeof each === 'string' && each !== '')
  if (typeof main !== 'string') return null
  const about = [
    typeof ownerName === 'string' ? ownerName : '',
    typeof areaHundredths === 'number' ? `${formatArea(areaHundredths)}㎡` : '',
    typeof phone === 'string' ? maskPhone(phone) : '',
    nameIn('VoteModel', voteModel) ?? '',
    Array.isArray(options) ? options.map(itemInWords).join('、') : '',
  ].filter((part) => part !== '')
  return about.length === 0 ? main : `${main}（${about.join('，')}）`
}

function listInWords(list: readonly unknown[]): string {
  if (list.every((each) => typeof each === 'string')) return list.join('、')
  const words = list.map(itemInWords).filter((each) => each !== '')
  if (words.includes(null)) return `${list.length} 项`
  return words.length > MAX_LISTED ? `${words.slice(0, MAX_LISTED).join('\n')}\n等 ${list.length} 项` : words.join('\n')
}

function wordOf(room: string, name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const special = specialWord(room, name, value)
  if (special !== undefined) return special
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return listInWords(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Period, zone, building, unit and room as the one place that they are. */
function withPlace(fields: Fields): Fields {
  const { period, zone, building, unit, room, ...others } = fields
  if (![period, zone, building, unit, room].every((part) => typeof part === 'string')) return fields
  return { ...others, place: placeInWords({ period, zone, building, unit, room } as Parameters<typeof placeInWords>[0]) }
}

interface Leaf {
  readonly path: readonly string[]
  readonly text: string
}

/** Every field by its path, those of objects inside too. */
function leavesOf(room: string, value: unknown, path: readonly string[] = []): Leaf[] {
  if (value === null || value === undefined) return []
  // A list by itself is of ballots, or of houses where they were taken into a roster.
  const fields = isFields(value) ? withPlace(value) : { [listsHouses(value) ? 'houses' : 'ballots']: value }
  return Object.entries(fields).flatMap(([name, each]) =>
    isFields(each) ? leavesOf(room, each, [...path, name]) : [{ path: [...path, name], text: wordOf(room, name, each) }],
  )
}
const listsHouses = (list: unknown): boolean => Array.isArray(list) && list.some((each) => isFields(each) && 'ownerName' in each)

const rank = ({ path }: Leaf): number => {
  const place = order.indexOf(path.at(-1) ?? '')
  return (path.length - 1) * order.length + (place < 0 ? order.length : place)
}

/** A request is one thing that is new, and says itself what was before and what is wanted. */
function sidesOf(before: unknown, after: unknown): Pick<Described, 'before' | 'after'> {
  if (!isFields(after) || !isFields(after['before']) || !isFields(after['after'])) return { before, after }
  const { before: was, after: wanted, ...rest } = after
  return { before: { ...rest, ...was }, after: { ...rest, ...wanted } }
}

/** What an entry holds, field by field; a field that is empty before and after is left out. */
export function comparedFields({ action, before, after }: Described): EntryField[] {
  const room = roomOf(action)
  const sides = sidesOf(before, after)
  const [were, are] = [leavesOf(room, sides.before), leavesOf(room, sides.after)]
  const textsOf = (leaves: readonly Leaf[]) => new Map(leaves.map(({ path, text }) => [path.join('.'), text]))
  const [wasAt, isAt] = [textsOf(were), textsOf(are)]
  const isUpdate = sides.before !== null && sides.after !== null
  return [...are, ...were.filter(({ path }) => !isAt.has(path.join('.')))]
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ path }) => {
      const [key, name] = [path.join('.'), path.at(-1) ?? '']
      const [was, is] = [wasAt.get(key) ?? '', isAt.get(key) ?? '']
      return {
        path: key,
        label: path.map((part) => fieldNames[part] ?? technicalNames[part] ?? `其他（${part}）`).join(' · '),
        kind: kinds[name] ?? 'text',
        before: was,
        after: is,
        // What the later side does not speak of has stayed.
        isChanged: isUpdate && isAt.has(key) && was !== is,
        isTechnical: !path.every((part) => Object.hasOwn(fieldNames, part)),
        isTelling: telling.has(name),
      }
    })
    .filter((field) => field.before !== '' || field.after !== '')
}

const asItIs = (text: string): string => text
const maskOf = { text: asItIs, number: asItIs, phone: maskPhone, idNumber: maskIdNumber } as const

/** An entry in one line: of a change what changed, first, and then what it is about; of anything else all its fields. */
export function contentInWords(entry: Described): string {
  const fields = comparedFields(entry).filter(({ isTechnical }) => !isTechnical)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const shown = changed.length === 0 ? fields : [...changed, ...fields.filter(({ isTelling, isChanged }) => isTelling && !isChanged)]
  const said = ({ label, kind, before, after, isChanged }: EntryField): string => {
    const [was, is] = [maskOf[kind](before), maskOf[kind](after)]
    return `${label}：${isChanged && was !== '' ? `${was} → ${is || '（无）'}` : is || was}`
  }
  return shown.map(said).join('，').replaceAll('\n', '；')
}
