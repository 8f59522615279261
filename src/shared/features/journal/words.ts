import { formatTime } from '../../time/chinaTime.ts'
import { roleNames } from '../account/roles.ts'
import { SEAT_ORDERS, seatOrderNames } from '../activity/elections.ts'
import { DELIVERY_METHODS, deliveryMethodNames, deliveryRuleInWords, type DeliveryRule } from '../activity/deliveryPolicy.ts'
import { LAW_ITEMS, lawItemLabel } from '../activity/law.ts'
import { dictionaries, type DictionaryCode } from '../dictionary/labels.ts'
import { bundleEditionNames } from '../evidence/editions.ts'
import { areaSourceNames, occupancyNames, propertyCategoryNames, type AreaSource, type Occupancy, type PropertyCategory } from '../property/categories.ts'
import { CONTACT_RESULTS, contactResultNames } from '../contact/rules.ts'
import { PUBLICATION_KINDS, publicationKindNames } from '../publication/rules.ts'
import { voteSourceNames } from '../delivery/contract.ts'
import { RELATIONS, relationNames } from '../delivery/judging.ts'
import { OBJECTION_DECISIONS, OBJECTION_KINDS, objectionKindNames, objectionStatusNames } from '../objection/rules.ts'
import { PAPER_STATES, paperStateNames } from '../paper/rules.ts'
import { maskPhone } from '../../owner/masking.ts'
import { pathInWords } from '../../place/placeText.ts'
import { placeInWords } from '../../place/place.ts'
import { entryKindNames, type EntryKind } from '../../contract/journalLabels.ts'
import { actionKindName, actionName } from '../words.ts'
import { changeStatusNames } from '../property-change/rules.ts'
import { deliveryStatusName } from '../delivery/rules.ts'

export type Fields = Readonly<Record<string, unknown>>
/** Whether an entry's value has fields of its own: an object, not a list. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Labels of the media types of stored files. */
const mediaTypeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG 图片',
  'image/jpeg': 'JPEG 图片',
  'application/pdf': 'PDF 文档',
  'application/zip': '压缩包',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel 工作簿',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word 文档',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint 演示文稿',
}
/** The source of a vote. */
const sourceNames: Readonly<Record<string, string>> = { mark: '标记', desk: '投票台', tally: '唱票', import: '导入' }

/** List items named individually. */
const MAX_LISTED = 10

/** The feature of an action: the part before the dot. */
export const featureOf = (action: string): string => action.split('.')[0] ?? ''
const nameIn = (code: DictionaryCode, value: unknown): string | undefined => dictionaries[code].find((entry) => entry.value === value)?.name
/** An area in the journal: integer 0.01 m² as `89.50`. */
const areaInWords = (hundredths: number): string => (hundredths / 100).toFixed(2)

const statusWords: Readonly<Record<string, readonly string[]>> = {
  activity: dictionaries.vote_activity_status.map(({ name }) => name),
  voting: ['已标记', '已投票', '已作废'],
  propertyChange: Object.values(changeStatusNames),
  paper: PAPER_STATES.map((state) => paperStateNames[state]),
}
/** The selection of a batch of deliveries. */
const deliveryStatusNames: Readonly<Record<string, string>> = {
  all: '全部',
  '-1': deliveryStatusName(null),
  '0': deliveryStatusName(0),
  '1': deliveryStatusName(1),
}

/** Kind of a report or bundle; a complete report is `full`. */
const editionNames: Readonly<Record<string, string>> = { public: '公示版', ...bundleEditionNames }

const roleInWords = (role: unknown): string =>
  typeof role === 'string' && Object.hasOwn(roleNames, role) ? roleNames[role as keyof typeof roleNames] : '其他角色'

type Special = (value: unknown, feature: string) => string | undefined
const areaField: Special = (value) => (typeof value === 'number' ? areaInWords(value) : undefined)
const timeField: Special = (value) => (typeof value === 'number' ? formatTime(value) : undefined)
const sourceField: Special = (value) => Object.entries(voteSourceNames).find(([code]) => code === String(value))?.[1]

/** Fields stored as a code or number, with their own formatting. */
const special: Readonly<Record<string, Special>> = {
  role: roleInWords,
  roles: (value) => (Array.isArray(value) ? value.map(roleInWords).join('、') : undefined),
  status: (value, feature) => statusWords[feature]?.[Number(value)],
  answers: (value) => (typeof value === 'string' ? Array.from(value, (digit) => nameIn('VoteModel3Options', Number(digit)) ?? digit).join('、') : undefined),
  countingRule: (value) => nameIn('TicketType', value),
  topicType: (value) => nameIn('VoteType', value),
  voteModel: (value) => nameIn('VoteModel', value),
  seatOrder: (value) => SEAT_ORDERS.filter((order) => order === value).map((order) => seatOrderNames[order])[0],
  lawItem: (value) => LAW_ITEMS.filter((item) => item === value).map(lawItemLabel)[0],
  notifyStatus: (value) => deliveryStatusNames[String(value)],
  path: (value) => (typeof value === 'string' ? pathInWords(value) : undefined),
  channel: sourceField,
  voteSource: sourceField,
  contactWay: sourceField,
  contactResult: (value) => CONTACT_RESULTS.filter((result) => result === value).map((result) => contactResultNames[result])[0],
  publicationKind: (value) => PUBLICATION_KINDS.filter((kind) => kind === value).map((kind) => publicationKindNames[kind])[0],
  objectionKind: (value) => OBJECTION_KINDS.filter((kind) => kind === value).map((kind) => objectionKindNames[kind])[0],
  objectionDecision: (value) => OBJECTION_DECISIONS.filter((decision) => decision === value).map((decision) => objectionStatusNames[decision])[0],
  method: (value) => DELIVERY_METHODS.filter((method) => method === value).map((method) => deliveryMethodNames[method])[0],
  relation: (value) => RELATIONS.filter((relation) => relation === value).map((relation) => relationNames[relation])[0],
  deliveryPolicy: (value) => policyInWords(value),
  source: (value) => sourceNames[String(value)],
  edition: (value) => editionNames[String(value)] ?? '完整报告',
  mediaType: (value) => mediaTypeNames[String(value)] ?? '其他类型',
  scopePaths: (value) => (Array.isArray(value) ? (value.length === 0 ? '全小区' : value.map((path) => pathInWords(String(path))).join('、')) : undefined),
  actionChosen: (value) => (typeof value === 'string' && value !== '' ? (value.includes('.') ? actionName(value) : actionKindName(value)) : undefined),
  category: (value) => propertyCategoryNames[Number(value) as PropertyCategory],
  areaSource: (value) => areaSourceNames[Number(value) as AreaSource],
  occupancy: (value) => occupancyNames[Number(value) as Occupancy],
  areaHundredths: areaField,
  ballotAreaHundredths: areaField,
  startsAt: timeField,
  endsAt: timeField,
  deliveredAt: timeField,
  contactedAt: timeField,
  nextVisitAt: timeField,
  receivedAt: timeField,
  noticeFrom: timeField,
  noticeTo: timeField,
  validUntil: timeField,
  restoredAt: timeField,
  kind: (value) => entryKindNames[String(value) as EntryKind],
  from: timeField,
  to: timeField,
}

/** Written by this program; for replay's table rows, the column's text. */
function policyInWords(value: unknown): string | undefined {
  const rules: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value
  return Array.isArray(rules) ? (rules as DeliveryRule[]).map(deliveryRuleInWords).join('、') : undefined
}

/** Combines period, zone, building, unit and room into one place. */
export function withPlace(fields: Fields): Fields {
  const { period, zone, building, unit, room, ...others } = fields
  if (![period, zone, building, unit, room].every((part) => typeof part === 'string')) return fields
  return { ...others, place: placeInWords({ period, zone, building, unit, room } as Parameters<typeof placeInWords>[0]) }
}

/**
 * A property, topic, option, ballot or outcome of a list, on one line; `''` for a ballot without properties, null if it has no
 * name.
 */
function itemInWords(item: unknown): string | null {
  if (!isFields(item)) return null
  const fields = withPlace(item)
  if (Array.isArray(fields['houses'])) return fields['houses'].map(itemInWords).join('、')
  const { place, title, name, activityTitle, options, ownerName, phone, areaHundredths, voteModel, lawItem, seats, reason } = fields
  const main = [place, title, name, activityTitle, reason].find((each) => typeof each === 'string' && each !== '')
  if (typeof main !== 'string') return null
  const about = [
    typeof ownerName === 'string' ? ownerName : '',
    typeof areaHundredths === 'number' ? `${areaInWords(areaHundredths)}㎡` : '',
    typeof phone === 'string' ? maskPhone(phone) : '',
    nameIn('VoteModel', voteModel) ?? '',
    special['lawItem']?.(lawItem, '') ?? '',
    typeof seats === 'number' ? `应选 ${seats} 名` : '',
    Array.isArray(options) ? options.map(itemInWords).join('、') : '',
    typeof reason === 'string' && reason !== main ? reason : '',
  ].filter((part) => part !== '')
  return about.length === 0 ? main : `${main}（${about.join('，')}）`
}

function listInWords(list: readonly unknown[]): string {
  if (list.every((each) => typeof each === 'string')) return list.join('、')
  const words = list.map(itemInWords).filter((each) => each !== '')
  if (words.includes(null)) return `${list.length} 项`
  return words.length > MAX_LISTED ? `${words.slice(0, MAX_LISTED).join('\n')}\n等 ${list.length} 项` : words.join('\n')
}

/**
 * A field's value as display text; `''` for nothing.
 *
 * @param feature selects the names of a status: see {@link featureOf}
 */
export function valueInWords(feature: string, name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const word = special[name]?.(value, feature)
  if (word !== undefined) return word
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return listInWords(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '其他内容'
}
