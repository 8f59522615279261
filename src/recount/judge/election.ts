import type { Slot } from './bundle.ts'
import { isOvervoted, type CountedBallot, type Share, type SlotCount } from './counting.ts'

/** A topic or option with its counts. */
export interface CountedSlot {
  readonly slot: Slot
  readonly count: SlotCount
}

/** The result of a topic's election (`paper.md` section 2). */
export interface CountedElection {
  /** `2` */
  readonly number: string
  readonly title: string
  readonly seats: number
  /** 1 heads, then area; 2 area, then heads. */
  readonly order: 1 | 2
  readonly candidates: readonly CountedSlot[]
  /** By approval; ties in ballot order. */
  readonly elected: readonly CountedSlot[]
  /** Tied in heads and area at the last seat. */
  readonly tied: readonly CountedSlot[]
  readonly vacant: number
  /** Ballots approving more options than there are seats. */
  readonly overvoted: Share
}

/** Fills the seats of every topic with seats. */
export function countElections(ballots: readonly CountedBallot[], slots: readonly CountedSlot[]): CountedElection[] {
  const topics = new Map<string, CountedSlot[]>()
  for (const counted of slots) {
    const { votetopicid, election } = counted.slot
    if (election === null) continue
    const others = topics.get(votetopicid)
    if (others) others.push(counted)
    else topics.set(votetopicid, [counted])
  }
  return Array.from(topics.values(), (candidates) => countElection(ballots, candidates))
}

function countElection(ballots: readonly CountedBallot[], candidates: readonly CountedSlot[]): CountedElection {
  const [first] = candidates
  const election = first?.slot.election
  if (!first || !election) throw new Error('an election without candidates')
  const { order, seats } = election
  const passed = candidates.filter(({ count }) => count.verdict.hasPassed)
  /** Positive if the first ranks before the second. */
  const before = (one: CountedSlot, other: CountedSlot): number => {
    const [a, b] = [one.count.verdict.approve, other.count.verdict.approve]
    const [heads, area] = [a.count - b.count, a.area - b.area]
    return order === 1 ? heads || area : area || heads
  }
  const ahead = (one: CountedSlot): number => passed.filter((other) => before(other, one) > 0).length
  const equal = (one: CountedSlot): number => passed.filter((other) => before(other, one) === 0).length
  // Tied candidates are elected together, or none of them if the seats do not suffice.
  const elected = passed.filter((each) => ahead(each) + equal(each) <= seats).sort((one, other) => ahead(one) - ahead(other))
  const tied = passed.filter((each) => ahead(each) < seats && ahead(each) + equal(each) > seats)
  const spoilt = ballots.filter(({ status, answers }) => status === 1 && isOvervoted(answers, election))
  return {
    ...named(first.slot),
    seats,
    order,
    candidates,
    elected,
    tied,
    vacant: seats - elected.length,
    overvoted: { count: spoilt.length, area: spoilt.reduce((sum, { area }) => sum + area, 0) },
  }
}

const named = ({ number, topic }: Slot): { readonly number: string; readonly title: string } => ({ number: number.split('.')[0] ?? number, title: topic })

/** Rank among the elected, from 1, 0 if not elected; and whether tied. */
export function standingOf(
  { elected, tied, overvoted }: CountedElection,
  slot: Slot,
): { readonly place: number; readonly tied: boolean; readonly overvoted: Share } {
  const isOwn = (each: CountedSlot): boolean => each.slot.voteoptionid === slot.voteoptionid
  return { place: elected.findIndex(isOwn) + 1, tied: tied.some(isOwn), overvoted }
}
