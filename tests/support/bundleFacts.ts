import type { BundleActivity, BundleBallot } from './bundleActivities.ts'
import { canon, sha256 } from './bundleBytes.ts'
import { oracle } from './countingOracle.ts'

// The facts in a bundle: ballots with properties, rules, and results counted by the oracle.

export const ACTIVITY = 'act-1'

export const TITLE = '2026 年度</script>业主大会'

export const time = (step: number): string =>
  `2026-05-01 ${String(Math.floor(step / 3600) % 24).padStart(2, '0')}:${String(Math.floor(step / 60) % 60).padStart(2, '0')}:${String(step % 60).padStart(2, '0')}`

export const salted = (name: string): string => sha256(`salt ${name}`).slice(0, 32)

interface Property {
  readonly activitypropertyid: string
  readonly place: string
  readonly area: number
  readonly category: number
  readonly personname: string
  readonly mobileno: string
  readonly idno: string
  readonly ownersalt: string
  readonly ownerhash: string
}

export interface Ballot {
  readonly made: BundleBallot
  readonly ballotid: string
  readonly number: number
  readonly area: number
  readonly properties: readonly Property[]
}

export interface VoteRecord {
  recordid: string
  ballotid: string
  recordstatus: number
  ballotcode: string
  answers: string
  area: number
  recordsource: string
  createdate: string
  images: string[]
}

export function propertiesOf(ballot: BundleBallot, index: number): Property[] {
  return ballot.properties.map(({ areaHundredths }, nth) => {
    const [personname, mobileno, idno] = [ballot.owner, `1380013${String(index).padStart(4, '0')}`, nth === 0 ? '' : '110101199001011237']
    const activitypropertyid = `p${(index * 7919) % 1000}-${index}-${nth}`
    const ownersalt = salted(activitypropertyid)
    const ownerhash = sha256(ownersalt + canon([personname, mobileno, idno]))
    return {
      activitypropertyid,
      place: `一期▶▶${index + 1}栋▶${nth + 1}单元▶${100 + nth}`,
      area: areaHundredths,
      category: 1,
      personname,
      mobileno,
      idno,
      ownersalt,
      ownerhash,
    }
  })
}

export const statusOf = (made: BundleBallot): number => ({ nothing: -1, marked: 0, voted: 1, voided: 2, voidedThenVoted: 1, voidedThenMarked: 0 })[made.story]

const optionsOf = (topic: number, options: number) =>
  Array.from({ length: options }, (_, index) => ({ voteoptionid: `o${topic}-${index}`, title: `候选<${index + 1}>`, sortno: index + 1 }))

export const rulesOf = ({ topics, rule }: BundleActivity) => ({
  voteactivityid: ACTIVITY,
  title: TITLE,
  votetype: rule,
  rulebasis: rule >= 3 && rule <= 5 ? '议事规则第八条' : '',
  startdate: '2026-05-01 00:00:00',
  enddate: '2026-05-31 00:00:00',
  extensions: [],
  topics: topics.map((options, index) => ({
    votetopicid: `t${index}`,
    title: `议题${index + 1} &amp; "事项"`,
    sortno: index + 1,
    topictype: options === 0 ? 1 : 2,
    votetype: 15,
    options: optionsOf(index, options),
  })),
})

export function slotsIn(topics: readonly number[]): { votetopicid: string; voteoptionid: string }[] {
  return topics.flatMap((options, index) =>
    options === 0
      ? [{ votetopicid: `t${index}`, voteoptionid: '' }]
      : optionsOf(index, options).map(({ voteoptionid }) => ({ votetopicid: `t${index}`, voteoptionid })),
  )
}

/** The oracle's result of one slot. */
export function judged({ rule }: BundleActivity, living: readonly Ballot[], position: number) {
  const { classes, conclusions } = oracle({ ballots: living.map(({ made }) => ({ ...made, answer: Number(made.answers[position]) as 0 | 1 | 2 | 3 })) })
  return { classes, conclusion: conclusions[rule] }
}

export function resultOf(slot: { votetopicid: string; voteoptionid: string }, position: number, activity: BundleActivity, living: readonly Ballot[]) {
  const { classes, conclusion } = judged(activity, living, position)
  const pair = ({ count, area }: { count: bigint; area: bigint }): number[] => [Number(count), Number(area)]
  return {
    ...slot,
    approve: pair(classes.approve),
    disapprove: pair(classes.oppose),
    abstention: pair(classes.abstain),
    invalid: pair(classes.invalid),
    optionnochoose: pair(classes.notVoted),
    participants: pair(conclusion.participants),
    outcome: conclusion.outcome,
  }
}
