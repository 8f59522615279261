import { namedFields, type FieldsOf, type NamedField } from '../../import/columns.ts'
import { placeAliases, type SheetColumn } from '../../import/workbook.ts'
import { answerNames, answersOf, TopicType, type Answer, type VoteModel } from '../activity/rules.ts'
import { VOTE_SOURCES, voteSourceNames } from '../delivery/contract.ts'
import { receiptLimits } from './rules.ts'

/**
 * An item voted on, with a column in a workbook of votes: a topic, or an option. Plain data, since it is sent to the reading
 * thread.
 */
export interface AskedItem {
  readonly topicId: string
  /** `''` if the topic itself is voted on. */
  readonly optionId: string
  /** `2`, for an option `2.1`. */
  readonly number: string
  readonly title: string
  readonly voteModel: VoteModel
}

interface AskingTopic {
  readonly id: string
  readonly title: string
  readonly topicType: TopicType
  readonly voteModel: VoteModel
  readonly options: readonly { readonly id: string; readonly title: string }[]
}

/** The items voted on, in the order of a record's answers. */
export function askedItems(topics: readonly AskingTopic[]): AskedItem[] {
  return topics.flatMap(({ id: topicId, title, topicType, voteModel, options }, index) =>
    topicType === TopicType.topic
      ? [{ topicId, optionId: '', number: `${index + 1}`, title, voteModel }]
      : options.map((option, position) => ({
          topicId,
          optionId: option.id,
          number: `${index + 1}.${position + 1}`,
          title: option.title,
          voteModel,
        })),
  )
}

/** Label of an answer left open. */
export const OPEN_ANSWER = '未选'
/** Answers, each of which may have its own column. */
export const ANSWERS = [1, 2, 3] as const satisfies readonly Answer[]

const ways = VOTE_SOURCES.map((source) => voteSourceNames[source])
const optional = { isRequired: false, sample: '' } as const

/** The columns besides the answers: the voter, and how the paper was received. */
const paperColumns = {
  markedCode: { ...optional, name: '标记码', aliases: ['选票编号', '编号', '票号'], width: 14, hint: '选票编号或标记码；已填好，不要改动' },
  place: { ...optional, name: '房屋坐落', aliases: ['坐落', '房屋', '房屋地址', '房产'], width: 32, hint: '该票权的房屋；已填好，不要改动' },
  period: { ...optional, name: '分期', aliases: placeAliases.period, width: 10, hint: '' },
  zone: { ...optional, name: '区', aliases: placeAliases.zone, width: 10, hint: '' },
  building: { ...optional, name: '楼栋', aliases: placeAliases.building, width: 10, hint: '' },
  unit: { ...optional, name: '单元', aliases: placeAliases.unit, width: 10, hint: '' },
  room: { ...optional, name: '房号', aliases: placeAliases.room, width: 10, hint: '' },
  time: {
    ...optional,
    name: receiptLimits.receivedAt.label,
    aliases: ['收票时间'],
    width: 20,
    hint: '选填，例如 2026-05-01 09:30，也可以是日期单元格；不填按登记的收回时间，没有登记按导入的时间',
  },
  channel: {
    ...optional,
    name: '渠道',
    aliases: [receiptLimits.channel.label],
    width: 10,
    choices: ways,
    hint: `选填，从下拉列表中选择：${ways.join('、')}；不填按定点`,
  },
  handedInBy: { ...optional, name: receiptLimits.handedInBy.label, aliases: [], width: 12, hint: '选填，递交选票的人' },
  ballot: { ...optional, name: '票权编号', aliases: [], width: 20, hint: '隐藏列，导入时用来核对，不要改动' },
} as const satisfies Readonly<Record<string, SheetColumn>>

const paperFields = {
  markedcode: 'markedCode',
  place: 'place',
  period: 'period',
  zone: 'zone',
  building: 'building',
  unit: 'unit',
  room: 'room',
  receivedat: 'time',
  channel: 'channel',
  handedinby: 'handedInBy',
  ballotid: 'ballot',
} as const satisfies FieldsOf<keyof typeof paperColumns>

/** A column of a workbook of votes. Answer columns are named as on the wire: a topic's by its id, an option's by `topic/option`. */
export type PaperColumn = keyof typeof paperColumns
/** The column with an item's answer as text. */
export const answerColumn = ({ topicId, optionId }: Pick<AskedItem, 'topicId' | 'optionId'>): string => (optionId === '' ? topicId : `${topicId}/${optionId}`)
/** The column for ticking one of an item's answers. */
export const tickColumn = (item: Pick<AskedItem, 'topicId' | 'optionId'>, answer: Answer): string => `${answerColumn(item)}:${answer}`

/** The labels of an item's answers, the open one last. */
export const offeredWords = ({ voteModel }: Pick<AskedItem, 'voteModel'>): string[] => [
  ...answersOf[voteModel].map((answer) => answerNames[answer]),
  OPEN_ANSWER,
]

/** A workbook of votes: 录入表, or a foreign list. */
export interface VoteSheet {
  readonly columns: Readonly<Record<string, SheetColumn>> & Readonly<Record<PaperColumn, SheetColumn>>
  readonly fields: FieldsOf<string>
  readonly namedFields: NamedField[]
}

/** The workbook of votes for an activity's items. */
export function voteSheet(items: readonly AskedItem[]): VoteSheet {
  const taken = new Set(Object.values(paperColumns).flatMap(({ name, aliases }): string[] => [name, ...aliases]))
  const titles = items.map(({ title }) => title)
  /** A title identifies an item if it is unique. */
  const isOwn = (title: string): boolean => !taken.has(title) && titles.indexOf(title) === titles.lastIndexOf(title)
  const answers = items.flatMap((item): [string, SheetColumn][] => {
    const { number, title } = item
    const names = [`${number} ${title}`, ...(isOwn(title) ? [title] : [])]
    const columnOf = (end: string, more: Pick<SheetColumn, 'hint' | 'choices'>): SheetColumn => {
      const [name = '', ...aliases] = names.map((each) => `${each}${end}`)
      return { ...optional, name, aliases, width: 14, ...more }
    }
    const words = offeredWords(item)
    return [
      [answerColumn(item), columnOf('', { choices: words, hint: `从下拉列表中选择：${words.join('、')}` })],
      ...ANSWERS.map((answer): [string, SheetColumn] => [tickColumn(item, answer), columnOf(`-${answerNames[answer]}`, { hint: '打√' })]),
    ]
  })
  const answerColumns = Object.fromEntries(answers)
  const columns = { ...answerColumns, ...paperColumns }
  const fields = { ...paperFields, ...Object.fromEntries(answers.map(([column]) => [column, column])) }
  return { columns, fields, namedFields: namedFields(columns, fields) }
}

/** The requirements that a sheet's columns do not meet: the voter, and an answer to every item, as text or ticked. */
export function lackingVoteColumns(items: readonly AskedItem[], has: ReadonlySet<string>): string[] {
  const isFound = has.has('ballot') || has.has('markedCode') || has.has('place') || (has.has('building') && has.has('room'))
  const answers = items.flatMap((item) => {
    if (has.has(answerColumn(item))) return []
    const ticks = answersOf[item.voteModel].map((answer) => tickColumn(item, answer))
    return ticks.some((column) => has.has(column)) ? ticks.filter((column) => !has.has(column)) : [answerColumn(item)]
  })
  return [...(isFound ? [] : ['place']), ...answers]
}
