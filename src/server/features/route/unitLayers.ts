/** The states of a layer with the same number of units: the largest areas by the number of doors, from `from` to `to`; `to < from` where there is none. */
interface Row {
  readonly offset: number
  readonly from: number
  readonly to: number
}
const NONE: Row = { offset: 0, from: 0, to: -1 }
const ROW_PARTS = 3
/** The area of a state that leads nowhere. */
export const DEAD = -1

/**
 * The states of the dynamic programme, layer by layer in one array: layer `i` holds, for so many of the units from `i` on and
 * so many doors in them, the largest area that they can have.
 */
export function createLayers(layerCount: number) {
  let areas = new Float64Array(1 << 16)
  let used = 0
  /** The least number of units of each layer, and its rows: offset, from and length of each. */
  const least = new Int32Array(layerCount)
  const rows: Int32Array[] = Array.from({ length: layerCount }, () => new Int32Array())

  /** The states with that number of units, as offsets into the array; `to < from` where there is none. */
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

    /** A row of dead states, which the caller fills and then closes; the array is a new one at times. */
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

    /** Keeps what is alive of the row that was opened last, which went from `from` to `to`. */
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

    /** The largest area of a state, in 0.01 m²; {@link DEAD} where no choice leads there. */
    area(layer: number, units: number, doors: number): number {
      const { offset, from, to } = row(layer, units)
      return doors < from || doors > to ? DEAD : (areas[offset + doors - from] ?? DEAD)
    },
  }
}
export type Layers = ReturnType<typeof createLayers>
