import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDoors, type OpenDoors } from '../../../src/server/features/route/plan.ts'
import { fewestDoors, largestFirst, proofOf } from '../../../src/server/features/route/shortage.ts'
import { missingTo, missingToQuorum, QUORUM, reaches, type Share } from '../../../src/shared/features/result/rules.ts'
import { routeFixtures } from '../../support/routeFixtures.ts'
import { atScale } from '../../support/scale.ts'

const share = (count: number, areaHundredths: number): Share => ({ count, areaHundredths })
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Ballots in order, and what has voted already. */
interface Case {
  readonly doors: readonly { readonly unit: number; readonly area: number }[]
  readonly present: Share
}
const openOf = ({ doors }: Case): OpenDoors => ({ areas: doors.map(({ area }) => area), units: doors.map(({ unit }) => unit) })
const wholeOf = ({ doors, present }: Case): Share => share(doors.length + present.count, sum(doors.map(({ area }) => area)) + present.areaHundredths)
const shortOf = (one: Case): Share => missingToQuorum(one.present, wholeOf(one))
const planOf = (one: Case, by: 'units' | 'doors' = 'units', margin = 0) => planDoors({ open: openOf(one), short: shortOf(one), by, margin })
const areasOf = (one: Case, chosen: readonly number[]): number[] => chosen.map((index) => one.doors[index]?.area ?? 0)
const unitsOf = (one: Case, chosen: readonly number[]): number[] => [...new Set(chosen.map((index) => one.doors[index]?.unit ?? 0))]

/** Whether these votes make the quorum, as results decide it. */
function isQuorum(one: Case, chosen: readonly number[]): boolean {
  const whole = wholeOf(one)
  return (
    reaches(one.present.count + chosen.length, whole.count, QUORUM) &&
    reaches(one.present.areaHundredths + sum(areasOf(one, chosen)), whole.areaHundredths, QUORUM)
  )
}

/** The least number that makes the quorum, over all choices of ballots. */
function fewestByForce(one: Case): number {
  let fewest = Number.POSITIVE_INFINITY
  for (let bits = 0; bits < 2 ** one.doors.length; bits++) {
    const chosen = one.doors.flatMap((_, index) => ((bits >> index) & 1 ? [index] : []))
    if (chosen.length < fewest && isQuorum(one, chosen)) fewest = chosen.length
  }
  return fewest
}

/** All choices of units: fewest, then most area in that many doors, then first in order. */
function unitsByForce(one: Case, count: number): { readonly units: number[]; readonly area: number } {
  const units = [...new Set(one.doors.map(({ unit }) => unit))]
  let best: { units: number[]; area: number } | null = null
  for (let bits = 1; bits < 2 ** units.length; bits++) {
    const chosen = units.filter((_, index) => (bits >> index) & 1)
    const areas = one.doors.filter(({ unit }) => chosen.includes(unit)).map(({ area }) => area)
    const most = sum(areas.toSorted((a, b) => b - a).slice(0, count))
    if (areas.length < count || most < shortOf(one).areaHundredths) continue
    const isBetter =
      best === null ||
      chosen.length < best.units.length ||
      (chosen.length === best.units.length && (most > best.area || (most === best.area && isBefore(chosen, best.units))))
    if (isBetter) best = { units: chosen, area: most }
  }
  if (!best) throw new Error('no choice reaches it')
  return best
}
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((unit, index) => unit !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** Few units and areas make ties, many areas make none. */
const cases = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
    areas: fc.oneof(
      fc.array(fc.constantFrom(8_935, 10_210, 12_480), { minLength: 14, maxLength: 14 }),
      fc.array(fc.integer({ min: 100, max: 60_000 }), { minLength: 14, maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 14, maxLength: 14 }),
    ),
    count: fc.integer({ min: 0, max: 20 }),
    areaHundredths: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 60 })),
  })
  .map(({ sizes, areas, count, areaHundredths }): Case => ({
    doors: sizes
      .flatMap((size, unit) => Array.from({ length: size }, () => unit))
      .slice(0, 14)
      .map((unit, index) => ({ unit, area: areas[index] ?? 1 })),
    present: share(count, count === 0 ? 0 : areaHundredths),
  }))

describe('the number of missing votes', () => {
  it('is calculated in integers: exactly two thirds suffice', () => {
    expect(missingToQuorum(share(2, 20_000), share(3, 30_000))).toEqual(share(0, 0))
    expect(missingToQuorum(share(2, 20_000), share(4, 30_001))).toEqual(share(1, 1))
    // More than a half: exactly a half lacks one more. Exactly three quarters suffice.
    const half = { numerator: 1, denominator: 2, includesItself: false }
    expect(missingTo(half, share(2, 20_000), share(4, 39_999))).toEqual(share(1, 0))
    expect(missingTo({ numerator: 3, denominator: 4, includesItself: true }, share(3, 29_999), share(4, 40_000))).toEqual(share(0, 1))
    for (const whole of [1, 2, 3, 4, 7, 100])
      for (let part = 0; part <= whole; part++) {
        const { count } = missingTo(half, share(part, 0), share(whole, 0))
        expect([reaches(part + count, whole, half), count > 0 && reaches(part + count - 1, whole, half)]).toEqual([true, false])
      }
    expect(missingToQuorum(share(0, 0), share(5, 60_000))).toEqual(share(4, 40_000))
  })

  it('has a proof that can be checked by hand', () => {
    expect(proofOf(share(65, 0), largestFirst(Array.from({ length: 80 }, () => 9_000)))).toBe('还差65户，每户最多计1人')
    expect(proofOf(share(1, 400_000), largestFirst(Array.from({ length: 80 }, () => 6_000)))).toBe('剩余面积最大的66户合计3,960.00㎡，仍不足')
    expect(proofOf(share(0, 123), largestFirst([6_000]))).toBe('面积还差1.23㎡，至少需要1户')
    expect(proofOf(share(0, 0), largestFirst([6_000]))).toBe('')
  })

  it('is the exact minimum over all choices of up to 14 ballots', () => {
    fc.assert(
      fc.property(cases, (one) => {
        expect(fewestDoors(shortOf(one), largestFirst(openOf(one).areas))).toBe(fewestByForce(one))
      }),
      { numRuns: atScale(400, 100) },
    )
  })
})

describe('the plan of the route', () => {
  it('has the fewest units, then the most area, then the first in order, of all choices', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { fewest, doors, isExact } = planOf(one)
        expect(doors).toHaveLength(fewest)
        expect(isExact).toBe(true)
        if (fewest === 0) return
        const best = unitsByForce(one, fewest)
        expect(unitsOf(one, doors)).toEqual(best.units)
        expect(sum(areasOf(one, doors))).toBe(best.area)
      }),
      { numRuns: atScale(6_000, 1_500) },
    )
  })

  it('makes the quorum with exactly its doors, and not with one fewer if heads are missing', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom('units', 'doors'), (one, by) => {
        const { doors, fewest } = planOf(one, by)
        expect(isQuorum(one, doors)).toBe(true)
        if (fewest === 0 || shortOf(one).count < fewest) return
        for (const left of doors)
          expect(
            isQuorum(
              one,
              doors.filter((door) => door !== left),
            ),
          ).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes margin doors from its own units first, and never more than exist', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 100 }), (one, margin) => {
        const [exact, more] = [planOf(one), planOf(one, 'units', margin)]
        expect(more.doors).toHaveLength(Math.min(one.doors.length, exact.fewest + Math.ceil((exact.fewest * margin) / 100)))
        expect(more.doors).toEqual(expect.arrayContaining([...exact.doors]))
        const units = unitsOf(one, exact.doors)
        const own = one.doors.flatMap(({ unit }, index) => (units.includes(unit) ? [index] : []))
        if (more.doors.some((door) => !own.includes(door))) expect(more.doors).toEqual(expect.arrayContaining(own))
      }),
      { numRuns: 1_000 },
    )
  })

  it('visits the largest areas if limited to few doors, equal ones in order', () => {
    const one: Case = { doors: [5, 9, 9, 7, 9].map((area, unit) => ({ unit, area: area * 1_000 })), present: share(2, 10_000) }
    expect(planOf(one, 'doors')).toMatchObject({ fewest: 3, doors: [1, 2, 4], isExact: true })
    expect(planOf(one, 'doors', 20)).toMatchObject({ fewest: 3, doors: [1, 2, 3, 4] })
  })

  it('is empty once the quorum is reached', () => {
    const one: Case = { doors: [{ unit: 0, area: 9_000 }], present: share(2, 18_000) }
    expect(planOf(one, 'units', 100)).toEqual({ fewest: 0, proof: '', doors: [], isExact: true })
  })

  it('is approximate above 5,000 open ballots, taking the largest areas', () => {
    const doors = Array.from({ length: 5_001 }, (_, index) => ({ unit: index % 300, area: 5_000 + (index % 17) * 100 })).toSorted((a, b) => a.unit - b.unit)
    const one: Case = { doors, present: share(0, 0) }
    expect(planOf(one)).toMatchObject({ fewest: 3_334, isExact: false, doors: planOf(one, 'doors').doors })
    expect(planOf({ ...one, doors: doors.slice(1) }).isExact).toBe(true)
  })
})

describe.each(routeFixtures)(
  'a route through $units.length units compared with an integer programme: $name',
  ({ units, present, short, fewest, unitCount, areaHundredths }) => {
    const one: Case = { doors: units.flatMap((areas, unit) => areas.map((area) => ({ unit, area }))), present: share(...present) }

    it('has no fewer units, and no more area with that many', () => {
      expect(one.doors.length).toBeGreaterThanOrEqual(100)
      expect(shortOf(one)).toEqual(share(...short))
      const plan = planOf(one)
      expect(plan.fewest).toBe(fewest)
      expect(unitsOf(one, plan.doors)).toHaveLength(unitCount)
      expect(sum(areasOf(one, plan.doors))).toBe(areaHundredths)
      expect(isQuorum(one, plan.doors)).toBe(true)
    })
  },
)
