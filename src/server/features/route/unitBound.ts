/** The open doors of a unit: `sums[c]` is the area of its `c` largest, in integer 0.01 m²; `sums[0]` is 0. */
export interface UnitSums {
  readonly sums: Float64Array
}

/**
 * A price per unit and per door, which bounds a choice's area: what its doors are worth above their prices, plus the cost of the units
 * and doors that it may take (Lagrangian relaxation). Any prices give a bound; {@link bestPrices} finds the lowest. All three in 0.01 m².
 */
export interface Prices {
  readonly perUnit: number
  readonly perDoor: number
  /** Upper bound on any choice's area. */
  readonly bound: number
}

/** The worth of a unit's doors at that price each, taking at least one. */
function worth({ sums }: UnitSums, perDoor: number): number {
  // Each further door is worth less, so the last one above the price is found by binary search.
  let low = 1
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sums[middle] ?? 0) - (sums[middle - 1] ?? 0) > perDoor) low = middle
    else high = middle - 1
  }
  return (sums[low] ?? 0) - perDoor * low
}

/** Each unit's worth at one price for every door, in 0.01 m² and in the order of the units; 0 if its doors are not worth their price. */
export const worths = (units: readonly UnitSums[], perDoor: number): Float64Array => Float64Array.from(units, (unit) => Math.max(0, worth(unit, perDoor)))

function pricesAt(units: readonly UnitSums[], unitCount: number, doorCount: number, perDoor: number): Prices {
  const sorted = worths(units, perDoor).sort().toReversed()
  const bound = sorted.subarray(0, unitCount).reduce((sum, each) => sum + each, perDoor * doorCount)
  return { perUnit: sorted[unitCount - 1] ?? 0, perDoor, bound }
}

/** Steps of the golden-section search for the best price: each leaves 62 % of the interval. */
const STEPS = 40
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * The prices with the lowest bound on the area of `doorCount` doors in `unitCount` units: the bound is convex in the door price.
 *
 * @param onTried called for each price tried
 */
export function bestPrices(units: readonly UnitSums[], unitCount: number, doorCount: number, onTried: (prices: Prices) => void = () => undefined): Prices {
  const at = (perDoor: number): Prices => {
    const prices = pricesAt(units, unitCount, doorCount, perDoor)
    onTried(prices)
    return prices
  }
  let low = 0
  let high = units.reduce((most, { sums }) => Math.max(most, sums[1] ?? 0), 0)
  let left = at(high - GOLDEN * (high - low))
  let right = at(low + GOLDEN * (high - low))
  for (let step = 0; step < STEPS; step++) {
    if (left.bound <= right.bound) {
      high = right.perDoor
      right = left
      left = at(high - GOLDEN * (high - low))
    } else {
      low = left.perDoor
      left = right
      right = at(low + GOLDEN * (high - low))
    }
  }
  return left.bound <= right.bound ? left : right
}
