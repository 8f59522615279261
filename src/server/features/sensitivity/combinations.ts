import type { Share } from '#shared/features/result/rules.ts'
import type { Tally } from '../result/counting.ts'
import type { Convention } from './axes.ts'
import { Delivery, type Group, type GroupSums, type Groups, type Kind, type Persons } from './groups.ts'

/** What a ballot of some kind is under a convention. */
interface Standing {
  /** `invalid`: voided, and taking part with an invalid answer. */
  readonly state: 'voted' | 'invalid' | 'void' | 'none'
  /** A delivery to it counts. It is among the delivered where it takes no part by itself. */
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

const classNames = ['open', 'approve', 'oppose', 'abstain'] as const

/** The sums of one slot while they are added up. */
function createAdding() {
  const sums = {
    whole: zero(),
    open: zero(),
    approve: zero(),
    oppose: zero(),
    abstain: zero(),
    invalid: zero(),
    void: zero(),
    none: zero(),
    delivered: zero(),
  }
  const add = (name: keyof typeof sums, { count, areaHundredths }: Share): void => {
    const sum = sums[name]
    sum.count += count
    sum.areaHundredths += areaHundredths
  }
  return {
    add,
    /** Adds what takes no part by itself, or takes part as invalid. */
    addUnvoted({ state, isDelivered }: Standing, share: Share): void {
      if (state === 'voted') throw new Error('a vote has an answer')
      add(state, share)
      if (isDelivered && state !== 'invalid') add('delivered', share)
    },
    tally(): Tally {
      const { whole, open, approve, oppose, abstain, invalid, void: voided, none, delivered } = sums
      const voted = [open, approve, oppose, abstain, invalid].reduce(plus, zero())
      return { whole, approve, oppose, abstain, invalid: [open, invalid, voided].reduce(plus, zero()), notVoted: none, voted, delivered }
    },
  }
}
type Adding = ReturnType<typeof createAdding>

const zero = (): { count: number; areaHundredths: number } => ({ count: 0, areaHundredths: 0 })
const plus = (a: Share, b: Share) => ({ count: a.count + b.count, areaHundredths: a.areaHundredths + b.areaHundredths })

/** Every kind of ballot and of person as a convention sees it: read once, and then added up slot by slot. */
export interface Reading {
  readonly isMerged: boolean
  readonly hasParking: boolean
  readonly groups: readonly { readonly group: Group; readonly standing: Standing }[]
  /** Of sets of which any ballot is a head; empty where persons are not merged. */
  readonly persons: readonly ReadPersons[]
}
interface ReadPersons {
  readonly answers: Persons['answers']
  /** The places of those ballots in the answers that have a vote. */
  readonly voted: readonly number[]
  /** What a person is where none has. */
  readonly unvoted: Standing
}

/** What a convention makes of the ballots; its word on silence plays no part in it. */
export function readUnder(convention: Convention, { groups, persons }: Groups): Reading {
  const isMerged = convention.sameOwner === 'merged'
  return {
    isMerged,
    hasParking: convention.parking === 'counted',
    groups: groups.map((group) => ({ group, standing: standingOf(group.kind, convention) })),
    persons: isMerged ? persons.flatMap((alike) => readPersons(alike, convention)) : [],
  }
}

function readPersons({ kinds, answers }: Persons, convention: Convention): ReadPersons[] {
  const standings = kinds.map((kind) => standingOf(kind, convention))
  const heads = standings.filter(({ isHead }) => isHead)
  const first = heads.find(({ state }) => state === 'invalid') ?? heads.find(({ state }) => state === 'void') ?? heads[0]
  if (!first) return []
  const voted = standings.flatMap(({ isHead, state }, place) => (isHead && state === 'voted' ? [place] : []))
  return [{ answers, voted, unvoted: { ...first, isDelivered: heads.some(({ isDelivered }) => isDelivered) } }]
}

/**
 * What the ballots add up to on one slot.
 *
 * Where those suspected to be one person's are merged, they are one head: with what they answered, or invalid where their
 * answers differ. Their areas stay where each of them voted.
 */
export function tallyOf({ isMerged, hasParking, groups, persons }: Reading, slot: number): Tally {
  const adding = createAdding()
  const shareOf = ({ heads, singleHeads, area, areaWithoutParking }: GroupSums, { isHead }: Standing): Share => ({
    count: isHead ? (isMerged ? singleHeads : heads) : 0,
    areaHundredths: hasParking ? area : areaWithoutParking,
  })
  for (const { group, standing } of groups) {
    const whole = shareOf(group.all, standing)
    adding.add('whole', whole)
    if (standing.state !== 'voted') adding.addUnvoted(standing, whole)
    else {
      for (const [answer, name] of classNames.entries()) {
        const sums = group.answers[slot * classNames.length + answer]
        if (sums) adding.add(name, shareOf(sums, standing))
      }
    }
  }
  for (const alike of persons) addPersons(adding, alike, slot)
  return adding.tally()
}

/** Adds the heads of sets that may be one person's each. */
function addPersons(adding: Adding, { answers, voted, unvoted }: ReadPersons, slot: number): void {
  const [first] = voted
  for (const [answered, count] of answers[slot] ?? []) {
    const share: Share = { count, areaHundredths: 0 }
    adding.add('whole', share)
    if (first === undefined) adding.addUnvoted(unvoted, share)
    else {
      const answer = answered.charAt(first)
      const isOne = voted.every((place) => answered.charAt(place) === answer)
      adding.add((isOne ? classNames[Number(answer)] : undefined) ?? 'open', share)
    }
  }
}
