import { normalText } from '#shared/text/normalise.ts'
import { localName, parseXml, type Part } from './xml.ts'

/** A workbook's table of texts, referred to by index. */
export interface SharedStrings {
  /** The text, normalised, `''` if nothing remains; undefined for an invalid index. */
  get(index: number): string | undefined
}

/** For a workbook without such a table. */
export const noSharedStrings: SharedStrings = { get: () => undefined }

/** Limit of a text's length, above any column's: longer texts are cut and remain too long. */
const MAX_TEXT = 2_000
const PAGE = 1024 * 1024
/** Direct-mapped cache of decoded strings; a power of two. Buildings and names repeat. */
const CACHE_SIZE = 65_536

/**
 * Gathers the text of one `<si>`, `<is>` or `<v>`: all of its runs, without the reading aids (拼音指南) next to them. One for a
 * part: elements and texts are handed to it in the part's order.
 */
export function createTextGatherer() {
  let gathered = ''
  let isInText = false
  let phoneticDepth = 0
  return {
    open(local: string): void {
      if (local === 'rPh') phoneticDepth += 1
      else if (local === 't') isInText = phoneticDepth === 0
    },
    close(local: string): void {
      if (local === 'rPh') phoneticDepth -= 1
      else if (local === 't') isInText = false
    },
    text(text: string): void {
      if (isInText && gathered.length < MAX_TEXT) gathered += text
    },
    /** Returns the text so far with escapes resolved, and starts a new one. */
    take(): string {
      const text = gathered
      gathered = ''
      return decodeEscapes(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text)
    },
  }
}

/** `_x000D_` is the format's escape for a character that XML cannot hold, such as old Macs' line breaks. */
export function decodeEscapes(text: string): string {
  return text.includes('_x') ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text
}

/**
 * Reads the table into buffers outside the heap and decodes single texts on demand.
 *
 * Hundreds of thousands of strings would take several times the file's size.
 * @throws Refusal for broken XML
 */
export async function readSharedStrings(part: Part): Promise<SharedStrings> {
  const texts = createTextStore()
  const gatherer = createTextGatherer()
  await parseXml(part, {
    open: (name) => gatherer.open(localName(name)),
    close(name) {
      const local = localName(name)
      gatherer.close(local)
      if (local === 'si') texts.add(gatherer.take())
    },
    text: (text) => gatherer.text(text),
  })
  return texts
}

interface TextStore extends SharedStrings {
  add(text: string): void
}

function createTextStore(): TextStore {
  const pages: Buffer[] = []
  let used = PAGE
  /** Bytes used of each full page. */
  const pageEnds: number[] = []
  /** Offset of each text over all pages; it ends where the next one, or the rest of its page, begins. */
  let starts = new Uint32Array(1_024)
  let count = 0
  const cachedIndex = new Int32Array(CACHE_SIZE).fill(-1)
  const cachedText: string[] = []

  return {
    add(text) {
      if (used + text.length * 3 > PAGE) {
        if (pages.length > 0) pageEnds.push(used)
        pages.push(Buffer.allocUnsafeSlow(PAGE))
        used = 0
      }
      if (count === starts.length) starts = grown(starts)
      starts[count] = (pages.length - 1) * PAGE + used
      used += pages.at(-1)?.write(text, used, 'utf8') ?? 0
      count += 1
    },

    get(index) {
      if (!(index >= 0 && index < count)) return undefined
      const slot = index % CACHE_SIZE
      if (cachedIndex[slot] === index) return cachedText[slot]
      const start = starts[index] ?? 0
      const number = Math.floor(start / PAGE)
      const page = pages[number]
      if (!page) return undefined
      const next = index + 1 < count ? (starts[index + 1] ?? 0) : Number.POSITIVE_INFINITY
      const end = Math.min(next - number * PAGE, pageEnds[number] ?? used)
      // Decoded lazily: most texts of a large table may be unused.
      const text = normalText(page.toString('utf8', start % PAGE, end))
      cachedIndex[slot] = index
      cachedText[slot] = text
      return text
    },
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
