import { phonesOf, placeOf } from './activities.ts'

/**
 * A whole vote of 60 properties with its expected result: computed here from the text of `counting.md`, in integers, without the
 * program's own counting.
 */

export interface PlannedProperty {
  /** `1-101`: building and room. */
  readonly name: string
  readonly owner: string
  readonly areaHundredths: number
}

/** A ballot's fate; `codes` are in the order of the tally. */
export type Fate = 'voted' | 'voidedAfterwards' | 'markedAndTallied' | 'marked' | 'nothing'

export interface PlannedBallot {
  /** The first property is the one searched at the desk. */
  readonly properties: readonly PlannedProperty[]
  readonly fate: Fate
  /** One character per slot: 1 approve, 2 oppose, 3 abstain, 0 left open. */
  readonly answers: string
  readonly code: string
  readonly isDelivered: boolean
}

export const TOPIC = '是否同意更新三栋楼的电梯'
export const ELECTION = '选举业主委员会主任'
export const CANDIDATES = ['候选人甲', '候选人乙', '候选人丙'] as const

const surnames = Array.from('赵钱孙李周吴郑王冯陈')
const givenNames = ['建国', '秀兰', '志强', '桂英', '海燕', '文博']

/** Three buildings of ten floors with two doors; each property has its own owner and area, except those in {@link merges}. */
const firstProperties: readonly PlannedProperty[] = Array.from({ length: 60 }, (_, index) => {
  const [building, floor, door] = [Math.floor(index / 20) + 1, Math.floor((index % 20) / 2) + 1, (index % 2) + 1]
  return {
    name: `${building}-${floor}0${door}`,
    owner: `${surnames[index % 10] ?? ''}${givenNames[Math.floor(index / 10)] ?? ''}`,
    areaHundredths: 6_000 + ((index * 1_373) % 5_003),
  }
})

/** Four owners with two properties each: one ballot for both. */
export const merges: readonly (readonly [main: string, other: string])[] = [
  ['1-101', '2-101'],
  ['1-102', '2-102'],
  ['1-201', '3-101'],
  ['1-202', '3-102'],
]

const ownerOf = (name: string): string => firstProperties.find((property) => property.name === name)?.owner ?? ''
export const properties: readonly PlannedProperty[] = firstProperties.map((property) => {
  const merge = merges.find(([, other]) => other === property.name)
  return merge ? { ...property, owner: ownerOf(merge[0]) } : property
})

function fateOf(index: number): Fate {
  if (index === 5) return 'voidedAfterwards'
  return index < 22 ? 'voted' : index < 38 ? 'markedAndTallied' : index < 42 ? 'marked' : 'nothing'
}

function answersOf(index: number): string {
  const topic = index % 6 === 5 ? 2 : index % 9 === 8 ? 3 : 1
  // An owner who wants the second candidate wants no other; some leave the third open.
  const second = index % 5 !== 4
  return [topic, second ? 2 : 1, second ? 1 : 2, index % 8 === 7 ? 0 : index % 7 === 3 ? 3 : 2].join('')
}

/** The 56 ballots in the order of their first properties. */
export const ballots: readonly PlannedBallot[] = properties
  .filter(({ name }) => !merges.some(([, other]) => other === name))
  .map((property, index) => ({
    properties: [property, ...properties.filter(({ name }) => merges.some(([main, other]) => main === property.name && other === name))],
    fate: fateOf(index),
    answers: answersOf(index),
    code: index >= 22 && index < 42 ? `P-${String(index - 21).padStart(3, '0')}` : '',
    isDelivered: index >= 30 && index <= 50,
  }))

export const areaOf = ({ properties: together }: PlannedBallot): number => together.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)

export interface Share {
  readonly count: number
  readonly areaHundredths: number
}
const shareOf = (some: readonly PlannedBallot[]): Share => ({ count: some.length, areaHundredths: some.reduce((sum, ballot) => sum + areaOf(ballot), 0) })

/** A share of the whole in percent with two decimals, rounded half up from the exact fraction. */
export const percentOf = (part: number, whole: number): number => Math.floor((part * 20_000 + whole) / (2 * whole)) / 100

const isVoted = ({ fate }: PlannedBallot): boolean => fate === 'voted' || fate === 'markedAndTallied'
export const whole = shareOf(ballots)
export const voted = shareOf(ballots.filter(isVoted))

/** `counting.md` section 2: every ballot in exactly one class. */
export const classNames = { approve: '同意', disapprove: '反对', abstention: '弃权', invalid: '无效', optionnochoose: '未表决' } as const
export type ClassName = keyof typeof classNames

function classOf(ballot: PlannedBallot, slot: number): ClassName {
  if (ballot.fate === 'voidedAfterwards') return 'invalid'
  if (!isVoted(ballot)) return 'optionnochoose'
  return ({ '1': 'approve', '2': 'disapprove', '3': 'abstention' } as const)[ballot.answers[slot] ?? ''] ?? 'invalid'
}

export interface PlannedResult {
  /** Its name on screen and in the report. */
  readonly screenTitle: string
  readonly reportTitle: string
  readonly classes: Readonly<Record<ClassName, Share>>
  readonly participants: Share
  readonly approve: Share
  readonly isQuorumMet: boolean
  readonly outcome: string
  readonly strictOutcome: string
}

const atLeastTwoThirds = (part: Share): boolean => 3 * part.count >= 2 * whole.count && 3 * part.areaHundredths >= 2 * whole.areaHundredths
function outcomeOf(approve: Share, part: Share): string {
  if (!atLeastTwoThirds(part)) return '未成立'
  return 2 * approve.count > part.count && 2 * approve.areaHundredths > part.areaHundredths ? '通过' : '不通过'
}

/** Rule 5, 双过半（未反馈计弃权）: delivered unanswered ballots take part as abstentions; beside it rule 1. */
const silent = ballots.filter((ballot) => !isVoted(ballot) && ballot.isDelivered)
export const participants = shareOf([...ballots.filter(isVoted), ...silent])

const titles = [
  { screenTitle: `1. ${TOPIC}`, reportTitle: `1. ${TOPIC}` },
  ...CANDIDATES.map((candidate, index) => ({ screenTitle: `2. ${ELECTION}：${candidate}`, reportTitle: `2.${index + 1} ${ELECTION}：${candidate}` })),
]
/** Expected statistics and report, one per topic or option. */
export const results: readonly PlannedResult[] = titles.map((title, slot) => {
  const inClass = (name: ClassName): Share => shareOf(ballots.filter((ballot) => classOf(ballot, slot) === name))
  const approve = inClass('approve')
  return {
    ...title,
    classes: {
      approve,
      disapprove: inClass('disapprove'),
      abstention: inClass('abstention'),
      invalid: inClass('invalid'),
      optionnochoose: inClass('optionnochoose'),
    },
    participants,
    approve,
    isQuorumMet: atLeastTwoThirds(participants),
    outcome: outcomeOf(approve, participants),
    strictOutcome: outcomeOf(approve, voted),
  }
})

/** Rows of the office's workbooks. */
export const propertyRows: readonly (readonly unknown[])[] = properties.map(({ name, owner, areaHundredths }) => {
  const { period, zone, building, unit, room } = placeOf(name)
  return [period, zone, building, unit, '', room, areaHundredths / 100, owner, phonesOf(owner), '']
})
export const deliveryRows = (time: string): readonly (readonly unknown[])[] =>
  ballots
    .filter(({ isDelivered }) => isDelivered)
    .map(({ properties: [property] }, index) => {
      const { period, zone, building, unit, room } = placeOf(property?.name ?? '')
      return [period, zone, building, unit, room, ['电话', '上门', '定点'][index % 3], time, '王五', '']
    })
