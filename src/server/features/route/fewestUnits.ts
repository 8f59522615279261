import { bestPrices, worths, type Prices, type UnitSums } from './unitBound.ts'

/** The target: a number of doors, and their area in 0.01 m². */
interface Wanted {
  readonly doors: number
  readonly area: number
}

/**
 * Finds the fewest units whose doors reach the target; among these the choice with the most area in its largest doors, then
 * the first in reading order. Exact.
 *
 * @param unitAreas each unit's areas in integer 0.01 m², largest first; units in reading order, none empty
 * @param wanted at least one door, and at most what all doors have
 * @returns indices of units, in reading order
 */
export function fewestUnits(unitAreas: readonly (readonly number[])[], wanted: Wanted): number[] {
  const units = unitAreas.map(sumsOf)
  for (let unitCount = leastUnits(units, wanted); unitCount <= units.length; unitCount++) {
    const found = choose(units, unitAreas, unitCount, wanted)
    if (found) return found
  }
  throw new Error('more is wanted than all units have')
}

function sumsOf(areas: readonly number[]): UnitSums {
  const sums = new Float64Array(areas.length + 1)
  for (const [index, area] of areas.entries()) sums[index + 1] = (sums[index] ?? 0) + area
  return { sums }
}

const sizeOf = ({ sums }: UnitSums): number => sums.length - 1

/** A lower bound on the number of units, from the door counts and an area bound. */
function leastUnits(units: readonly UnitSums[], { doors, area }: Wanted): number {
  const most = runningSums(units.map(sizeOf).toSorted((a, b) => b - a))
  let low = Math.max(
    1,
    most.findIndex((sum) => sum >= doors),
  )
  let high = units.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bestPrices(units, middle, doors).bound >= area - 0.5) high = middle
    else low = middle + 1
  }
  return low
}

/** `sums[n]`: sum of the first `n`. */
function runningSums(numbers: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(numbers.length + 1)
  for (let index = 0; index < numbers.length; index++) sums[index + 1] = (sums[index] ?? 0) + (numbers[index] ?? 0)
  return sums
}

/** The best choice of exactly that many units; null if none reaches the target. */
function choose(units: readonly UnitSums[], unitAreas: readonly (readonly number[])[], unitCount: number, wanted: Wanted): number[] | null {
  let atLeast = wanted.area
  const prices = bestPrices(units, unitCount, wanted.doors, ({ perDoor }) => {
    atLeast = Math.max(atLeast, areaAtPrice(units, unitAreas, unitCount, wanted.doors, perDoor))
  })
  const layers = fill(units, unitCount, wanted.doors, prices, atLeast)
  return layers.area(0, unitCount, wanted.doors) >= wanted.area ? readingOrderFirst(layers, units, unitCount, wanted.doors) : null
}

/** The area of the units worth most at a price: a feasible but seldom optimal choice; 0 if they have too few doors. */
function areaAtPrice(units: readonly UnitSums[], unitAreas: readonly (readonly number[])[], unitCount: number, doors: number, perDoor: number): number {
  const worth = worths(units, perDoor)
  const chosen = Array.from(units.keys())
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
    .slice(0, unitCount)
  const areas = Float64Array.from(chosen.flatMap((unit) => unitAreas[unit] ?? [])).sort()
  return areas.length < doors ? 0 : areas.subarray(areas.length - doors).reduce((sum, area) => sum + area, 0)
}

/** How many doors the largest units of a set have, while the set grows or shrinks by one unit at a time. */
function largestOf(sizes: readonly number[]) {
  const sorted = sizes.toSorted((a, b) => b - a)
  const placeOf = (size: number): number => {
    const index = sorted.findIndex((each) => each <= size)
    return index === -1 ? sorted.length : index
  }
  return {
    add: (size: number): void => void sorted.splice(placeOf(size), 0, size),
    remove: (size: number): void => void sorted.splice(placeOf(size), 1),
    /** `sums[n]`: sum of the `n` largest. */
    sums: (): Float64Array => runningSums(sorted),
  }
}

/**
 * Fills the layers from the last unit to the first. Prunes states for which the preceding units cannot have the missing
 * doors, or whose bound does not reach `atLeast`: they are in no optimal choice.
 */
function fill(units: readonly UnitSums[], unitCount: number, doors: number, prices: Prices, atLeast: number): Layers {
  const layers = createLayers(units.length + 1)
  const worthBefore = runningSums(worths(units, prices.perDoor).map((worth) => Math.max(0, worth - prices.perUnit)))
  const before = largestOf(units.map(sizeOf))
  const after = largestOf([])
  layers.begin(units.length, 0, 0)
  const start = layers.open(0, 0)
  start.areas[start.offset] = 0
  layers.close(units.length, 0, 0, 0)
  for (let layer = units.length - 1; layer >= 0; layer--) {
    const unit = units[layer]
    if (!unit) break
    before.remove(sizeOf(unit))
    after.add(sizeOf(unit))
    const [mostBefore, mostAfter] = [before.sums(), after.sums()]
    const [fewest, most] = [Math.max(0, unitCount - layer), Math.min(unitCount, units.length - layer)]
    layers.begin(layer, fewest, most)
    for (let taken = fewest; taken <= most; taken++) {
      const missing = unitCount - taken
      const from = Math.max(taken, doors - (mostBefore[missing] ?? 0))
      const to = Math.min(doors - missing, mostAfter[taken] ?? 0)
      if (from > to) continue
      const needed = atLeast - 0.5 - (worthBefore[layer] ?? 0) - prices.perUnit * missing - prices.perDoor * doors
      fillRow(layers, { layer, taken, from, to, sums: unit.sums, needed, perDoor: prices.perDoor })
    }
  }
  return layers
}

interface RowToFill {
  readonly layer: number
  readonly taken: number
  readonly from: number
  readonly to: number
  readonly sums: Float64Array
  /** The minimum of a state's area less the price of its doors. */
  readonly needed: number
  readonly perDoor: number
}

function fillRow(layers: Layers, { layer, taken, from, to, sums, needed, perDoor }: RowToFill): void {
  const { areas, offset } = layers.open(from, to)
  const base = offset - from
  const skipped = layers.row(layer + 1, taken)
  for (let doors = Math.max(from, skipped.from); doors <= Math.min(to, skipped.to); doors++)
    areas[base + doors] = areas[skipped.offset + doors - skipped.from] ?? DEAD
  const others = taken === 0 ? null : layers.row(layer + 1, taken - 1)
  if (others) {
    for (let doors = others.from; doors <= others.to; doors++) {
      const area = areas[others.offset + doors - others.from] ?? DEAD
      if (area === DEAD) continue
      const most = Math.min(sums.length - 1, to - doors)
      for (let own = Math.max(1, from - doors); own <= most; own++) {
        const sum = area + (sums[own] ?? 0)
        if (sum > (areas[base + doors + own] ?? 0)) areas[base + doors + own] = sum
      }
    }
  }
  for (let doors = from; doors <= to; doors++) {
    const area = areas[base + doors] ?? DEAD
    if (area !== DEAD && area - perDoor * doors < needed) areas[base + doors] = DEAD
  }
  layers.close(layer, taken, from, to)
}

/**
 * Among all optimal choices the one with the earliest units: at each unit all door counts still possible in an optimal
 * choice are followed.
 */
function readingOrderFirst(layers: Layers, units: readonly UnitSums[], unitCount: number, doors: number): number[] {
  const chosen: number[] = []
  let open = new Set([doors])
  for (const [layer, { sums }] of units.entries()) {
    const missing = unitCount - chosen.length
    const [taking, leaving] = [new Set<number>(), new Set<number>()]
    for (const count of open) {
      const area = layers.area(layer, missing, count)
      if (layers.area(layer + 1, missing, count) === area) leaving.add(count)
      for (let own = 1; own < sums.length && own <= count; own++) {
        const rest = missing === 0 ? DEAD : layers.area(layer + 1, missing - 1, count - own)
        if (rest !== DEAD && rest + (sums[own] ?? 0) === area) taking.add(count - own)
      }
    }
    if (taking.size > 0) chosen.push(layer)
    open = taking.size > 0 ? taking : leaving
  }
  return chosen
}

/**
 * The states of a layer with the same number of units: the largest areas by number of doors, from `from` to `to`;
 * `to < from` if there is none.
 */
interface Row {
  readonly offset: number
  readonly from: number
  readonly to: number
}
const NONE: Row = { offset: 0, from: 0, to: -1 }
const ROW_PARTS = 3
/** The area of an infeasible state. */
const DEAD = -1

/**
 * The states of the dynamic programme, layer by layer in one array: layer `i` has the largest area possible for a number of
 * the units from `i` on and a number of doors in them.
 */
function createLayers(layerCount: number) {
  let areas = new Float64Array(1 << 16)
  let used = 0
  /** Each layer's least number of units, and its rows: offset, from and length of each. */
  const least = new Int32Array(layerCount)
  const rows: Int32Array[] = Array.from({ length: layerCount }, () => new Int32Array())

  /** The states with that number of units, as offsets into the array; `to < from` if there is none. */
  function row(layer: number, units: number): Row {
    const parts = rows[layer]
    const index = (units - (least[layer] ?? 0)) * ROW_PARTS
    if (!parts || index < 0 || index >= parts.length) return NONE
    const [offset = 0, from = 0, length = 0] = [parts[index], parts[index + 1], parts[index + 2]]
    return { offset, from, to: from + length - 1 }
  }

  return {
    /** Begins a layer whose rows have from `fewest` to `most` units. */
    begin(layer: number, fewest: number, most: number): void {
      least[layer] = fewest
      rows[layer] = new Int32Array(Math.max(0, most - fewest + 1) * ROW_PARTS)
    },

    /** Opens a row of infeasible states, which the caller fills and then closes; the array may be reallocated. */
    open(from: number, to: number): { readonly areas: Float64Array; readonly offset: number } {
      const end = used + to - from + 1
      if (end > areas.length) {
        const larger = new Float64Array(Math.max(areas.length * 2, end))
        larger.set(areas.subarray(0, used))
        areas = larger
      }
      areas.fill(DEAD, used, end)
      return { areas, offset: used }
    },

    /** Keeps the feasible part of the last opened row, which went from `from` to `to`. */
    close(layer: number, units: number, from: number, to: number): void {
      let low = from
      let high = to
      while (low <= high && areas[used + low - from] === DEAD) low += 1
      while (high >= low && areas[used + high - from] === DEAD) high -= 1
      if (high < low) return
      if (low > from) areas.copyWithin(used, used + low - from, used + high - from + 1)
      rows[layer]?.set([used, low, high - low + 1], (units - (least[layer] ?? 0)) * ROW_PARTS)
      used += high - low + 1
    },

    row,

    /** The largest area of a state, in 0.01 m²; {@link DEAD} if infeasible. */
    area(layer: number, units: number, doors: number): number {
      const { offset, from, to } = row(layer, units)
      return doors < from || doors > to ? DEAD : (areas[offset + doors - from] ?? DEAD)
    },
  }
}
type Layers = ReturnType<typeof createLayers>
