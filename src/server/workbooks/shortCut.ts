/**
 * Text right behind certain start tags that can be read without the parser, because its shape is known to the letter.
 *
 * The parser must not be able to tell the difference: what is taken are whole elements, well-formed for certain, so that
 * the rest is as well-formed as all of it. Whatever is not of exactly that shape is left to the parser.
 */
export interface ShortCut {
  /** A whole start tag, with the flag g; no `>` within its attributes. */
  readonly startTag: RegExp
  /** Called before a text of that shape goes to the parser: what looks like a tag may stand in a comment. */
  readonly expect: () => void
  /** Whether the parser has told of that start tag since. */
  readonly isOpen: () => boolean
  /** Takes whole elements from there; answers where the rest begins. */
  readonly take: (text: string, from: number) => number
}

/** Gives a piece of a part to the parser, but for what a short cut takes. */
export function writeWithShortCut(write: (text: string) => void, piece: string, { startTag, expect, isOpen, take }: ShortCut): void {
  let from = 0
  startTag.lastIndex = 0
  for (let match = startTag.exec(piece); match !== null; match = startTag.exec(piece)) {
    if (match.index > from) write(piece.slice(from, match.index))
    expect()
    write(match[0])
    from = startTag.lastIndex
    if (isOpen()) from = startTag.lastIndex = take(piece, from)
  }
  if (from < piece.length) write(piece.slice(from))
}

/** A row's start tag as nearly all writers have it. */
export const PLAIN_ROW = /<row(?: [A-Za-z][\w:]*="[^"<>]*")*>/g

/**
 * A cell as nearly all writers have it: its address, style and type, and its value or nothing.
 *
 * The value is text that XML lets stand as it is, in either of its versions: no entity, no line break, nothing that could be
 * half of something else.
 */
export const PLAIN_CELL =
  /<c r="([A-Z]{1,3})\d{1,7}"(?: s="(\d{1,5})")?(?: t="(s|n|b|str)")?(?:\/>|>(?:<v>([ -%'-;=-\\^-~\u00a0-\u2027\u2029-\ud7ff\ue000-\ufffd]*)<\/v>)?<\/c>)/y
