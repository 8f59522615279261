import { createByteBlocks } from './byteBlocks.ts'
import { fieldOf, type StateRow, type StateValue } from './state.ts'

/** The names of a row's fields, in its order: most rows of a kind have the same. */
interface Shape {
  readonly names: readonly string[]
  /** Fields that this row tells nothing of, and that must be empty then. */
  readonly absent: readonly string[]
}

/** A value as its JSON tells it apart from every other: a number without an end, which only a forged row has, is none of JSON's. */
const plain = (value: StateValue): unknown => (typeof value === 'number' && !Number.isFinite(value) ? [String(value)] : value)
const unpacked = (value: unknown): StateValue => (Array.isArray(value) ? Number(value[0]) : (value as StateValue)) // as `plain` wrote it

function isOf(row: StateRow, { names }: Shape): boolean {
  let at = 0
  for (const name in row) if (name !== names[at++]) return false
  return at === names.length
}

/**
 * Rows of one kind by their ids, each as the JSON of its values in blocks of bytes: some 300 bytes a property, which the garbage
 * collector does not look at.
 *
 * Rows are JSON's objects: strings, finite numbers and null are told apart exactly.
 *
 * @param later fields that older entries do not tell of; see `laterFields`
 */
export function createPackedRows(later: readonly string[] = []) {
  const shapes: Shape[] = []
  /** The place of each id in the blocks and in `shapeOf`. */
  const places = new Map<string, number>()
  const shapeOf: number[] = []
  const blocks = createByteBlocks()
  let scratch = Buffer.alloc(4_096)

  function shapeNumberOf(row: StateRow): number {
    for (const [number, shape] of shapes.entries()) if (isOf(row, shape)) return number
    const names = Object.keys(row)
    return shapes.push({ names, absent: later.filter((name) => !names.includes(name)) }) - 1
  }

  /** The bytes of a row's values in the order of a shape, in `scratch`: how many. */
  function write(row: StateRow, { names }: Shape): number {
    const text = JSON.stringify(names.map((name) => plain(fieldOf(row, name))))
    if (scratch.length < 3 * text.length) scratch = Buffer.alloc(6 * text.length)
    return scratch.write(text)
  }

  function valuesAt(place: number): StateRow {
    const { block, from, to } = blocks.at(place)
    const values = JSON.parse(block.toString('utf8', from, to)) as unknown[] // written above
    const names = shapes[shapeOf[place] ?? 0]?.names ?? []
    return Object.fromEntries(names.map((name, index) => [name, unpacked(values[index])])) as StateRow // all that was taken in
  }

  return {
    get size(): number {
      return places.size
    },
    /** A row of the same id is replaced, and keeps its place. */
    set(row: StateRow): void {
      const shape = shapeNumberOf(row)
      const length = write(row, shapes[shape] ?? { names: [], absent: [] })
      let place = places.get(row.id)
      if (place === undefined) {
        place = blocks.open()
        places.set(row.id, place)
      }
      shapeOf[place] = shape
      blocks.write(place, scratch, length)
    },
    /** Its place is not given to another. */
    delete(id: string): void {
      const place = places.get(id)
      if (place === undefined) return
      places.delete(id)
      blocks.remove(place)
    },
    /** A row as it was set; undefined if none. */
    get(id: string): StateRow | undefined {
      const place = places.get(id)
      return place === undefined ? undefined : valuesAt(place)
    },
    /** The place of an id among the rows, from 0, below {@link placeCount}; null if none. */
    placeOf: (id: string): number | null => places.get(id) ?? null,
    /** One more than the highest place that was ever given. */
    get placeCount(): number {
      return blocks.count
    },
    /** All ids with their places. */
    ids: (): IterableIterator<[string, number]> => places.entries(),
    /**
     * Whether the row at a place tells exactly what another does in the same fields, which is empty in the fields that came
     * later where this one does not tell of them.
     */
    isSame(place: number, row: StateRow): boolean {
      const shape = shapes[shapeOf[place] ?? 0]
      if (!shape) return false
      for (const name of shape.absent) if ((fieldOf(row, name) ?? '') !== '') return false
      const length = write(row, shape)
      const { block, from, to } = blocks.at(place)
      return length === to - from && scratch.compare(block, from, to, 0, length) === 0
    },
  }
}
export type PackedRows = ReturnType<typeof createPackedRows>
