const BLOCK_BYTES = 1 << 20
/** What is no more used is given back where it is more than this, and more than what is. */
const LEAST_WASTE = 4 * BLOCK_BYTES
/** What is written again keeps its place while it grows by a little. */
const ROOM = 32
/** Nothing is there any more. */
const GONE = -1

/** Where something stands. */
export interface Bytes {
  readonly block: Buffer
  readonly from: number
  readonly to: number
}

/** Pieces of bytes by their places, which count from 0, in large blocks: nothing that the garbage collector walks. */
export function createByteBlocks() {
  /** By place: where it begins in all blocks, how many bytes it is, how many it may be. */
  const [starts, lengths, rooms]: [number[], number[], number[]] = [[], [], []]
  /** What is larger than a block has one of its own. */
  let blocks: Buffer[] = []
  let [used, waste, end] = [0, 0, BLOCK_BYTES]

  /** Room for so many bytes at the end of the blocks. */
  function reserve(bytes: number): number {
    if (end + bytes > BLOCK_BYTES) {
      blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes)))
      end = 0
    }
    const start = (blocks.length - 1) * BLOCK_BYTES + end
    end += bytes
    used += bytes
    return start
  }

  /**
   * Valid until the next write: the blocks may be moved then.
   *
   * @throws Error if nothing is there
   */
  function at(place: number): Bytes {
    const start = starts[place] ?? GONE
    const [block, from] = [blocks[Math.floor(start / BLOCK_BYTES)], start % BLOCK_BYTES]
    if (!block) throw new Error(`nothing stands at ${place}`)
    return { block, from, to: from + (lengths[place] ?? 0) }
  }

  /** Moves what is still used to new blocks. */
  function compact(): void {
    const old = [...starts.keys()].map((place) => (starts[place] === GONE ? null : at(place)))
    blocks = []
    ;[used, waste, end] = [0, 0, BLOCK_BYTES]
    for (const [place, bytes] of old.entries()) {
      if (!bytes) continue
      const start = reserve(rooms[place] ?? 0)
      starts[place] = start
      bytes.block.copy(blocks.at(-1) ?? bytes.block, start % BLOCK_BYTES, bytes.from, bytes.to)
    }
  }

  /** Leaves the place empty; nothing happens where it is empty already. */
  function remove(place: number): void {
    if (starts[place] === GONE) return
    waste += rooms[place] ?? 0
    starts[place] = GONE
  }

  return {
    at,
    remove,
    /** A new place, with nothing there yet. */
    open: (): number => starts.push(GONE) - 1,
    /** Writes the first so many bytes of another buffer to a place. */
    write(place: number, from: Buffer, length: number): void {
      if (starts[place] === GONE || length > (rooms[place] ?? 0)) {
        remove(place)
        rooms[place] = length + ROOM
        starts[place] = reserve(length + ROOM)
      }
      lengths[place] = length
      const { block, from: start } = at(place)
      from.copy(block, start, 0, length)
      if (waste > LEAST_WASTE && waste > used - waste) compact()
    },
    /** How many places were opened, the empty ones among them. */
    get count(): number {
      return starts.length
    },
  }
}
