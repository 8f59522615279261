import { refuse } from './refusals.ts'
import { decodeEntities, hold, plainXml, type Part } from './xml.ts'

/** A workbook's table of texts, which cells refer to by index. */
export interface SharedStrings {
  /** Undefined for an index that is not in the table. */
  get(index: number): string | undefined
}

export const noSharedStrings: SharedStrings = { get: () => undefined }

/** No column takes a text as long as this; what is longer is cut, so that it is still too long. */
const MAX_TEXT = 2_000
const PAGE = 1024 * 1024
/** Texts at hand, by the last bits of their index; a power of two. Buildings and names come again and again. */
const AT_HAND = 65_536

/**
 * Reads the table into plain memory outside the heap and makes strings of single texts when they are asked for.
 *
 * Hundreds of thousands of strings would weigh several times the file. Rich text counts by its runs together; the
 * reading aids (拼音指南) beside a text are left out: exceljs's own reading of the table takes them for the text.
 * @throws Refusal for broken XML
 */
export async function readSharedStrings(part: Part): Promise<SharedStrings> {
  const texts = createTextStore()
  const held = { rest: '' }
  let prefix: string | null = null
  let isEnded = false
  for await (const piece of part()) {
    if (isEnded) continue
    hold(held, piece, refuse.tooComplex)
    if (prefix === null) {
      const root = /<((?:[\w.-]+:)?)sst(?=[\s/>])/.exec(held.rest)
      if (!root) continue
      prefix = root[1] ?? ''
    }
    const close = `</${prefix}si>`
    const cut = held.rest.lastIndexOf(close)
    isEnded = /<\/(?:[\w.-]+:)?sst>\s*$|<(?:[\w.-]+:)?sst[^>]*\/>\s*$/.test(held.rest.slice(-2_000))
    const end = isEnded ? held.rest.length : cut + close.length
    if (cut < 0 && !isEnded) continue
    addTexts(texts, plainXml(held.rest.slice(0, end), prefix, refuse.damaged))
    held.rest = held.rest.slice(end)
  }
  if (!isEnded) throw refuse.damaged(new Error('the table of texts has no end'))
  return texts
}

function addTexts(texts: TextStore, xml: string): void {
  for (const [, inside] of xml.matchAll(/<si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/si>)/g)) texts.add(inside === undefined ? '' : textOf(inside))
}

/** The text of a `<si>` or an `<is>`: one `<t>`, or the runs of rich text. */
export function textOf(inside: string): string {
  // Nearly all are one `<t>` and nothing else.
  if (inside.startsWith('<t') && inside.endsWith('</t>') && inside.indexOf('<', 1) === inside.length - 4) {
    return decodeEscapes(decodeEntities(inside.slice(inside.indexOf('>') + 1, -4)))
  }
  const xml = inside.includes('<rPh') ? inside.replaceAll(/<rPh[\s>][\s\S]*?<\/rPh>/g, '') : inside
  let text = ''
  for (const [, run = ''] of xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) text += run
  return decodeEscapes(decodeEntities(text))
}

/** `_x000D_` is how the format writes a character that XML cannot hold, a line break of old Macs among them. */
export function decodeEscapes(text: string): string {
  return text.includes('_x') ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text
}

interface TextStore extends SharedStrings {
  add(text: string): void
}

function createTextStore(): TextStore {
  const pages: Buffer[] = []
  let used = PAGE
  /** Where each text begins, as an offset over all pages, and the one after it where it ends. */
  let starts = new Uint32Array(1_024)
  let ends = new Uint32Array(1_024)
  let count = 0
  const handIndex = new Int32Array(AT_HAND).fill(-1)
  const handText: string[] = []

  return {
    add(text) {
      const kept = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
      if (used + kept.length * 3 > PAGE) {
        pages.push(Buffer.allocUnsafeSlow(PAGE))
        used = 0
      }
      if (count === starts.length) {
        starts = grown(starts)
        ends = grown(ends)
      }
      const offset = (pages.length - 1) * PAGE
      starts[count] = offset + used
      used += pages.at(-1)?.write(kept, used, 'utf8') ?? 0
      ends[count] = offset + used
      count += 1
    },

    get(index) {
      if (!(index >= 0 && index < count)) return undefined
      const hand = index % AT_HAND
      if (handIndex[hand] === index) return handText[hand]
      const start = starts[index] ?? 0
      const page = pages[Math.floor(start / PAGE)]
      const offset = start % PAGE
      const text = page?.toString('utf8', offset, offset + (ends[index] ?? 0) - start)
      if (text !== undefined) {
        handIndex[hand] = index
        handText[hand] = text
      }
      return text
    },
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
