import type { Axis } from '#shared/features/sensitivity/rules.ts'

/** Level of evidence of a ballot's delivery; each level includes the previous ones. */
export const Delivery = { none: 0, registered: 1, accepted: 2, complete: 3 } as const
export type Delivery = (typeof Delivery)[keyof typeof Delivery]

/** A ballot with everything that any convention depends on. */
export interface CheckedBallot {
  readonly ballotId: number
  readonly areaHundredths: number
  /** The part of its area that is parking spaces. */
  readonly parkingHundredths: number
  /** A character per slot: 0 open, 1 approve, 2 oppose, 3 abstain; null if it has no vote. */
  readonly answers: string | null
  /** Entered after the end. */
  readonly isLate: boolean
  /** Received after the original end, before any extension. */
  readonly isAfterFirstEnd: boolean
  /** It has a void record and was not marked again; relevant where no vote of it counts. */
  readonly isVoided: boolean
  readonly delivery: Delivery
}

/** A ballot's properties under all conventions, independent of its answers. */
export interface Kind extends Pick<CheckedBallot, 'isLate' | 'isAfterFirstEnd' | 'isVoided' | 'delivery'> {
  readonly hasVote: boolean
  /** Nothing but parking spaces. */
  readonly isParkingOnly: boolean
}

/** Heads and areas in integer 0.01 m². */
export interface GroupSums {
  heads: number
  /** Heads of ballots not suspected to share an owner. */
  singleHeads: number
  area: number
  areaWithoutParking: number
}

/** Sums of the ballots of one kind. */
export interface Group {
  readonly kind: Kind
  readonly all: GroupSums
  /** By slot and answer, four per slot; empty if the kind has no vote. */
  readonly answers: readonly GroupSums[]
}

/** Sets of ballots suspected to be one person's, with equal kinds of ballots: their heads count the same. */
export interface Persons {
  /** The kind of each ballot. */
  readonly kinds: readonly Kind[]
  /** Number of sets. */
  readonly count: number
  /** By slot: number of sets with these answers, a character per ballot, `-` if it has no vote. */
  readonly answers: readonly ReadonlyMap<string, number>[]
}

/** An activity's ballots, summed once for all conventions. */
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
 * Sums an activity's ballots by kind.
 *
 * @param owners sets of ids of ballots suspected to be one owner's; a ballot counts in the first set with it
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

/** The sets of two or more ballots, each ballot in only one of them. */
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

/** The axes on which the ballots could be counted differently. */
export function applyingAxes(
  { groups, persons }: Groups,
  { isConcluded, hasPolicy }: { readonly isConcluded: boolean; readonly hasPolicy: boolean },
): Set<Axis> {
  const some = (test: (kind: Kind) => boolean): boolean => groups.some(({ kind }) => test(kind))
  /** Delivered to, and without a vote under some convention: only then a delivery can count. */
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
