import { plus, type Share } from '#shared/features/result/rules.ts'
import type { Tally } from '../result/counting.ts'
import type { Convention } from './axes.ts'
import { Delivery, type Group, type GroupSums, type Groups, type Kind, type Persons } from './groups.ts'

/** How a ballot of some kind counts under a convention. */
interface Standing {
  /** `invalid`: voided, but participating with an invalid answer. */
  readonly state: 'voted' | 'invalid' | 'void' | 'none'
  /** A delivery to it counts. It is among the delivered unless it participates by itself. */
  readonly isDelivered: boolean
  readonly isHead: boolean
}

const levels: Readonly<Record<Convention['delivery'], Delivery>> = {
  registered: Delivery.registered,
  accepted: Delivery.accepted,
  complete: Delivery.complete,
}

function standingOf(kind: Kind, convention: Convention): Standing {
  const isCounted = kind.hasVote && !(kind.isLate && convention.late === 'leftOut') && !(kind.isAfterFirstEnd && convention.extended === 'leftOut')
  const withoutVote = kind.isVoided ? (convention.voided === 'in' ? 'invalid' : 'void') : 'none'
  return {
    state: isCounted ? 'voted' : withoutVote,
    isDelivered: kind.delivery >= levels[convention.delivery],
    isHead: !(kind.isParkingOnly && convention.parking === 'leftOut'),
  }
}

type Sum = { -readonly [K in keyof Share]: Share[K] }
const zero = (): Sum => ({ count: 0, areaHundredths: 0 })
function addTo(sum: Sum, { count, areaHundredths }: Share): void {
  sum.count += count
  sum.areaHundredths += areaHundredths
}

/** 0 open, 1 approve, 2 oppose, 3 abstain. */
const ANSWERS = 4

/** The ballots under a convention, independent of the slot: computed once, then summed per slot. */
export interface ConventionResult {
  readonly whole: Share
  readonly states: Readonly<Record<Standing['state'], Share>>
  readonly delivered: Share
  /** Count and area of ballots: some are no heads of their own, or without their parking spaces. */
  readonly shareOf: (sums: GroupSums, isHead: boolean) => Share
  /** Groups that have votes. */
  readonly voted: readonly { readonly answers: Group['answers']; readonly isHead: boolean }[]
  /** Sets of ballots that are one head and have a vote; empty if they are not merged. */
  readonly persons: readonly { readonly answers: Persons['answers']; readonly votedPlaces: readonly number[] }[]
}

/**
 * Applies a convention, except its treatment of silence, to the ballots.
 *
 * If ballots suspected to be one person's are merged, they are one head: with their common answer, or invalid if their
 * answers differ. Their areas stay with each ballot's vote.
 */
export function readUnder(convention: Convention, { groups, persons }: Groups): ConventionResult {
  const isMerged = convention.sameOwner === 'merged'
  const hasParking = convention.parking === 'counted'
  const shareOf: ConventionResult['shareOf'] = ({ heads, singleHeads, area, areaWithoutParking }, isHead) => ({
    count: isHead ? (isMerged ? singleHeads : heads) : 0,
    areaHundredths: hasParking ? area : areaWithoutParking,
  })
  const [whole, delivered, states] = [zero(), zero(), { voted: zero(), invalid: zero(), void: zero(), none: zero() }]
  const add = ({ state, isDelivered }: Standing, share: Share): void => {
    addTo(whole, share)
    addTo(states[state], share)
    if (isDelivered && (state === 'void' || state === 'none')) addTo(delivered, share)
  }
  const read = groups.map(({ kind, all, answers }) => ({ standing: standingOf(kind, convention), all, answers }))
  for (const { standing, all } of read) add(standing, shareOf(all, standing.isHead))
  const people = isMerged ? persons.flatMap((alike) => readPersons(alike, convention)) : []
  for (const { standing, count } of people) add(standing, { count, areaHundredths: 0 })
  return {
    whole,
    states,
    delivered,
    shareOf,
    voted: read.filter(({ standing }) => standing.state === 'voted').map(({ standing: { isHead }, answers }) => ({ isHead, answers })),
    persons: people.filter(({ votedPlaces }) => votedPlaces.length > 0),
  }
}

/** Sets of ballots suspected to be one person's, as one head each; empty if none of their ballots is a head. */
function readPersons({ kinds, count, answers }: Persons, convention: Convention) {
  const standings = kinds.map((kind) => standingOf(kind, convention))
  const heads = standings.filter(({ isHead }) => isHead)
  const of = (state: Standing['state']): Standing | undefined => heads.find((head) => head.state === state)
  const first = of('voted') ?? of('invalid') ?? of('void') ?? of('none')
  if (!first) return []
  const standing = { ...first, isDelivered: heads.some(({ isDelivered }) => isDelivered) }
  const votedPlaces = standings.flatMap(({ isHead, state }, place) => (isHead && state === 'voted' ? [place] : []))
  return [{ standing, count, answers, votedPlaces }]
}

/** The tally of one slot. */
export function tallyOf({ whole, states, delivered, shareOf, voted, persons }: ConventionResult, slot: number): Tally {
  const [open, approve, oppose, abstain] = [zero(), zero(), zero(), zero()]
  const byAnswer = [open, approve, oppose, abstain]
  for (const { answers, isHead } of voted) {
    for (let answer = 0; answer < ANSWERS; answer++) addTo(byAnswer[answer]!, shareOf(answers[slot * ANSWERS + answer]!, isHead))
  }
  for (const { answers, votedPlaces } of persons) {
    for (const [answered, count] of answers[slot] ?? []) {
      const answer = answered.charAt(votedPlaces[0] ?? 0)
      const isOne = votedPlaces.every((place) => answered.charAt(place) === answer)
      addTo(isOne ? byAnswer[Number(answer)]! : open, { count, areaHundredths: 0 })
    }
  }
  return {
    whole,
    approve,
    oppose,
    abstain,
    invalid: plus(plus(open, states.invalid), states.void),
    notVoted: states.none,
    voted: plus(states.voted, states.invalid),
    delivered,
  }
}
