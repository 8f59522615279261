import type { Share } from '#shared/features/result/rules.ts'
import { type RouteBy, MAX_EXACT_DOORS } from '#shared/features/route/rules.ts'
import { fewestUnits } from './fewestUnits.ts'
import { fewestDoors, largestFirst, proofOf } from './shortage.ts'

/** The open ballots in reading order: area in integer 0.01 m², and the number of its unit, also in reading order. */
export interface OpenDoors {
  readonly areas: ArrayLike<number>
  readonly units: ArrayLike<number>
}

/** Input of a plan. */
export interface PlanRequest {
  readonly open: OpenDoors
  readonly short: Share
  readonly by: RouteBy
  /** Extra doors, in percent of the fewest: 0 to 100. */
  readonly margin: number
}

/** The chosen doors, and the proof that fewer do not suffice. */
export interface Plan {
  /** The least number of doors that can make the quorum. */
  readonly fewest: number
  /** The proof in words; `''` if the quorum is reached. */
  readonly proof: string
  /** Indices of the chosen ballots, in reading order. */
  readonly doors: readonly number[]
  /** Whether no choice has fewer units; true if that was not requested. */
  readonly isExact: boolean
}

/** Chooses the doors to visit: `insight.md` section 2. It knows only areas and units, no answers. */
export function planDoors({ open, short, by, margin }: PlanRequest): Plan {
  const sorted = largestFirst(open.areas)
  const fewest = fewestDoors(short, sorted)
  const count = Math.min(open.areas.length, fewest + Math.ceil((fewest * margin) / 100))
  const isExact = by === 'doors' || open.areas.length <= MAX_EXACT_DOORS
  const chosen = by === 'units' && isExact && fewest > 0 ? byUnits(open, { fewest, count, area: short.areaHundredths }) : inOrderOfArea(open).slice(0, count)
  return { fewest, proof: proofOf(short, sorted), doors: chosen.toSorted((a, b) => a - b), isExact }
}

/** All doors, or those of some units, largest first; equal ones in reading order. */
function inOrderOfArea({ areas }: OpenDoors, among: readonly number[] = Array.from(areas, (_, index) => index)): number[] {
  return among.toSorted((a, b) => (areas[b] ?? 0) - (areas[a] ?? 0) || a - b)
}

/** The doors of the fewest units, then their remaining doors, then the units with most remaining doors. */
function byUnits(open: OpenDoors, { fewest, count, area }: { readonly fewest: number; readonly count: number; readonly area: number }): number[] {
  const doorsOf: number[][] = []
  for (const door of inOrderOfArea(open)) (doorsOf[open.units[door] ?? 0] ??= []).push(door)
  const filled = doorsOf.filter((doors) => doors !== undefined)
  // Villas: every unit is one door.
  if (filled.every((doors) => doors.length === 1)) return inOrderOfArea(open).slice(0, count)
  const units = fewestUnits(
    filled.map((doors) => doors.map((door) => open.areas[door] ?? 0)),
    { doors: fewest, area },
  )
  const isChosen = new Set(units)
  const inUnits = inOrderOfArea(
    open,
    units.flatMap((unit) => filled[unit] ?? []),
  )
  const elsewhere = filled.filter((_, unit) => !isChosen.has(unit)).toSorted((a, b) => b.length - a.length)
  return [...inUnits, ...elsewhere.flat()].slice(0, count)
}
