import type { Slot } from './bundle.ts'
import { isOvervoted, type CountedBallot, type Share, type SlotCount } from './counting.ts'

/** A topic or option with what was counted on it. */
export interface CountedSlot {
  readonly slot: Slot
  readonly count: SlotCount
}

/** Who fills the seats of a topic (`paper.md` section 2). */
export interface CountedElection {
  /** `2`. */
  readonly number: string
  readonly title: string
  readonly seats: number
  /** 1 heads, then area; 2 area, then heads. */
  readonly order: 1 | 2
  readonly candidates: readonly CountedSlot[]
  /** In the order of their approval, equals in the order of the ballot. */
  readonly elected: readonly CountedSlot[]
  /** Equal in heads and area at the last seat. */
  readonly tied: readonly CountedSlot[]
  readonly vacant: number
  /** Ballots that approve more options than there are seats. */
  readonly overvoted: Share
}

/** Fills the seats of every topic that has some. */
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
  /** Above zero where the first is placed before the second. */
  const before = (one: CountedSlot, other: CountedSlot): number => {
    const [a, b] = [one.count.verdict.approve, other.count.verdict.approve]
    const [heads, area] = [a.count - b.count, a.area - b.area]
    return order === 1 ? heads || area : area || heads
  }
  const ahead = (one: CountedSlot): number => passed.filter((other) => before(other, one) > 0).length
  const equal = (one: CountedSlot): number => passed.filter((other) => before(other, one) === 0).length
  // Equal candidates are elected together, or none of them where they do not all fit into the seats.
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

/** How a candidate stands: the place among the elected, from 1, 0 for none; and whether there is a tie. */
export function standingOf(
  { elected, tied, overvoted }: CountedElection,
  slot: Slot,
): { readonly place: number; readonly tied: boolean; readonly overvoted: Share } {
  const isOwn = (each: CountedSlot): boolean => each.slot.voteoptionid === slot.voteoptionid
  return { place: elected.findIndex(isOwn) + 1, tied: tied.some(isOwn), overvoted }
}
