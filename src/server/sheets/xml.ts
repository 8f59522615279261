import parseSax from 'exceljs/lib/utils/parse-sax.js'
import { asRefusal } from './refusals.ts'

/** A file of the workbook as text: unpacked and decoded anew at each call, 64 KB at a time. */
export type Part = () => AsyncGenerator<string>

export interface Tag {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly isEnd: boolean
}

/** The tags of a part, in order; its texts are left out. */
export async function* tags(part: Part): AsyncGenerator<Tag> {
  for await (const events of wellFormed(parseSax(part()))) {
    for (const event of events) {
      if (event.eventType === 'text') continue
      const { name, attributes } = event.value
      yield { name: name.slice(name.indexOf(':') + 1), attributes, isEnd: event.eventType === 'closetag' }
    }
  }
}

export async function* openTags(part: Part): AsyncGenerator<Tag> {
  for await (const tag of tags(part)) if (!tag.isEnd) yield tag
}

/** Passes on what a parser gives; what it complains of is a damaged file. */
export async function* wellFormed<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* events
  } catch (cause) {
    throw asRefusal(cause)
  }
}

/** The longest piece of text that is held back while its end has not come, in characters. */
const MAX_HELD = 1_200_000

/** Text that arrives in pieces and is used up from its beginning. */
export interface HeldText {
  rest: string
}

/** Adds a piece to what is held back. A row or a text without an end is refused before it fills the memory. */
export function hold(held: HeldText, piece: string, tooMuch: () => Error): void {
  if (held.rest.length > MAX_HELD) throw tooMuch()
  held.rest += piece
}

/**
 * Where `</prefix:name>` begins, from `from` on, or -1.
 *
 * Looks for the name from its second letter on: a search goes from one first character of its pattern to the next, and
 * `<` and `s` are everywhere in a sheet.
 */
export function indexOfClose(text: string, prefix: string, name: string, from = 0): number {
  const tail = `${name.slice(1)}>`
  const close = `</${prefix}${name}>`
  const before = close.length - tail.length
  for (let at = text.indexOf(tail, from + before); at >= 0; at = text.indexOf(tail, at + 1)) {
    if (text.startsWith(close, at - before)) return at - before
  }
  return -1
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** `&lt;`, `&#20320;` and `&#x4F60;` as the characters that they stand for; an unknown one stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return point <= 0x10_ffff ? String.fromCodePoint(point) : ''
  })
}

export function encodeEntities(text: string): string {
  return text.replaceAll(/[<>&]/g, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&amp;'))
}

/**
 * Takes an element's prefix (`<x:row>`), comments and CDATA out of a piece of XML.
 *
 * Some writers prefix every element, some put texts into CDATA; exceljs's streaming reader would take the first for no
 * rows at all and the second for empty cells. A piece holds whole elements, so an open comment is a broken file.
 */
export function plainXml(piece: string, prefix: string, broken: () => Error): string {
  const bare = prefix === '' ? piece : piece.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
  if (!bare.includes('!')) return bare
  const plain = bare.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => encodeEntities(text))
  if (plain.includes('<!')) throw broken()
  return plain
}
