import type { Axis } from '#shared/features/sensitivity/rules.ts'

/** How well the delivery to a ballot is proven: each level has what those before it have. */
export const Delivery = { none: 0, registered: 1, accepted: 2, complete: 3 } as const
export type Delivery = (typeof Delivery)[keyof typeof Delivery]

/** A ballot with all that any convention asks about it. */
export interface CheckedBallot {
  readonly ballotId: number
  readonly areaHundredths: number
  /** What of its area is parking spaces. */
  readonly parkingHundredths: number
  /** A character a slot: 0 open, 1 approve, 2 oppose, 3 abstain; null if it has no vote. */
  readonly answers: string | null
  /** Entered after the end. */
  readonly isLate: boolean
  /** Received after the end as it was before any extension. */
  readonly isAfterFirstEnd: boolean
  /** A record of it is void, and it is not marked again; read where no vote of it counts. */
  readonly isVoided: boolean
  readonly delivery: Delivery
}

/** What a ballot can be under all conventions, whatever it answered. */
export interface Kind extends Pick<CheckedBallot, 'isLate' | 'isAfterFirstEnd' | 'isVoided' | 'delivery'> {
  readonly hasVote: boolean
  /** Nothing but parking spaces. */
  readonly isParkingOnly: boolean
}

/** Heads and areas in integer 0.01 m². */
export interface GroupSums {
  heads: number
  /** Heads of ballots that nobody suspects to be somebody else's, too. */
  singleHeads: number
  area: number
  areaWithoutParking: number
}

/** Ballots of one kind, added up once. */
export interface Group {
  readonly kind: Kind
  readonly all: GroupSums
  /** By slot and answer, four a slot; empty if the kind has no vote. */
  readonly answers: readonly GroupSums[]
}

/** Sets of ballots that may be one person's, alike in the kinds of their ballots: they count their heads alike. */
export interface Persons {
  /** The kind of each ballot. */
  readonly kinds: readonly Kind[]
  /** How many sets. */
  readonly count: number
  /** By slot: how many sets answered so, a character a ballot, `-` where it has no vote. */
  readonly answers: readonly ReadonlyMap<string, number>[]
}

/** An activity's ballots, added up once for all conventions. */
export interface Groups {
  readonly slotCount: number
  readonly groups: readonly Group[]
  readonly persons: readonly Persons[]
}

const noSums = (): GroupSums => ({ heads: 0, singleHeads: 0, area: 0, areaWithoutParking: 0 })
/** 0 open, 1 approve, 2 oppose, 3 abstain. */
const ANSWERS = 4
const ZERO = 0x30

const kindOf = ({ answers, isLate, isAfterFirstEnd, isVoided, delivery, areaHundredths, parkingHundredths }: CheckedBallot): Kind => ({
  hasVote: answers !== null,
  isLate,
  isAfterFirstEnd,
  isVoided,
  delivery,
  isParkingOnly: parkingHundredths === areaHundredths,
})
const codeOf = ({ hasVote, isLate, isAfterFirstEnd, isVoided, delivery, isParkingOnly }: Kind): number =>
  Number(hasVote) + 2 * Number(isLate) + 4 * Number(isAfterFirstEnd) + 8 * Number(isVoided) + 16 * Number(isParkingOnly) + 32 * delivery

function addTo(sums: GroupSums, { areaHundredths, parkingHundredths }: CheckedBallot, isSingle: boolean): void {
  sums.heads++
  if (isSingle) sums.singleHeads++
  sums.area += areaHundredths
  sums.areaWithoutParking += areaHundredths - parkingHundredths
}

/**
 * Adds up an activity's ballots by what they can be.
 *
 * @param owners sets of ballots' ids that are suspected to be one owner's; a ballot counts in the first that names it
 */
export function groupsOf(ballots: readonly CheckedBallot[], slotCount: number, owners: readonly (readonly number[])[]): Groups {
  const sets = setsOf(ballots, owners)
  const members = new Set(sets.flat())
  const groups = new Map<number, Group>()
  for (const ballot of ballots) {
    const kind = kindOf(ballot)
    const code = codeOf(kind)
    let group = groups.get(code)
    if (!group) {
      group = { kind, all: noSums(), answers: kind.hasVote ? Array.from({ length: slotCount * ANSWERS }, noSums) : [] }
      groups.set(code, group)
    }
    const isSingle = !members.has(ballot)
    addTo(group.all, ballot, isSingle)
    if (ballot.answers === null) continue
    for (let slot = 0; slot < slotCount; slot++) {
      const sums = group.answers[slot * ANSWERS + ballot.answers.charCodeAt(slot) - ZERO]
      if (!sums) throw new Error(`ballot ${ballot.ballotId} has no answer to slot ${slot}`)
      addTo(sums, ballot, isSingle)
    }
  }
  return { slotCount, groups: [...groups.values()], persons: personsOf(sets, slotCount) }
}

/** The sets of two ballots or more, each ballot in one of them only. */
function setsOf(ballots: readonly CheckedBallot[], owners: readonly (readonly number[])[]): CheckedBallot[][] {
  if (owners.length === 0) return []
  const left = new Map(ballots.map((ballot) => [ballot.ballotId, ballot]))
  return owners
    .map((ids) =>
      ids.flatMap((id) => {
        const ballot = left.get(id)
        left.delete(id)
        return ballot ? [ballot] : []
      }),
    )
    .filter((set) => set.length > 1)
}

function personsOf(sets: readonly (readonly CheckedBallot[])[], slotCount: number): Persons[] {
  const found = new Map<string, { kinds: Kind[]; count: number; answers: Map<string, number>[] }>()
  for (const set of sets) {
    const ordered = set.map((ballot) => ({ ballot, kind: kindOf(ballot) })).toSorted((one, other) => codeOf(one.kind) - codeOf(other.kind))
    const key = ordered.map(({ kind }) => codeOf(kind)).join()
    let alike = found.get(key)
    if (!alike) {
      alike = { kinds: ordered.map(({ kind }) => kind), count: 0, answers: Array.from({ length: slotCount }, () => new Map<string, number>()) }
      found.set(key, alike)
    }
    alike.count++
    for (const [slot, counts] of alike.answers.entries()) {
      let answers = ''
      for (const { ballot } of ordered) answers += ballot.answers?.charAt(slot) ?? '-'
      counts.set(answers, (counts.get(answers) ?? 0) + 1)
    }
  }
  return [...found.values()]
}

/** The axes on which the ballots leave something to count in another way. */
export function applyingAxes(
  { groups, persons }: Groups,
  { isConcluded, hasPolicy }: { readonly isConcluded: boolean; readonly hasPolicy: boolean },
): Set<Axis> {
  const some = (test: (kind: Kind) => boolean): boolean => groups.some(({ kind }) => test(kind))
  /** Delivered to, and without a vote under some convention: only there a delivery can count. */
  const isSilent = ({ hasVote, isLate, isAfterFirstEnd, delivery }: Kind): boolean => delivery > Delivery.none && (!hasVote || isLate || isAfterFirstEnd)
  const applies: Readonly<Record<Axis, boolean>> = {
    silence: isConcluded && some(isSilent),
    voided: some(({ hasVote, isVoided }) => !hasVote && isVoided),
    parking: groups.some(({ all }) => all.area !== all.areaWithoutParking),
    sameOwner: persons.length > 0,
    delivery: isConcluded && hasPolicy && some((kind) => isSilent(kind) && kind.delivery < Delivery.complete),
    late: some(({ hasVote, isLate }) => hasVote && isLate),
    extended: some(({ hasVote, isAfterFirstEnd }) => hasVote && isAfterFirstEnd),
  }
  return new Set((Object.keys(applies) as Axis[]).filter((axis) => applies[axis]))
}
