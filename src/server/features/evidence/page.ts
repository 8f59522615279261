import { readFile } from 'node:fs/promises'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** The template's placeholder for the data (`src/recount/README.md`). */
const PLACE = '__BUNDLE__'

/** A text of the bundle, in pieces that never split a character. */
export interface Text {
  readonly path: string
  readonly pieces: readonly string[]
}

/** JSON escapes character by character, so that pieces can be escaped separately; `<` could end the element. */
const escaped = (piece: string): string => JSON.stringify(piece).slice(1, -1).replaceAll('<', '\\u003c')

/** The recount page with the texts of its bundle. */
export async function filledPage(templatePath: string, texts: readonly Text[]): Promise<Buffer> {
  const [before, after, ...more] = (await readFile(templatePath, 'utf8')).split(PLACE)
  if (before === undefined || after === undefined || more.length > 0) throw new Error('the recount page has not exactly one place for the data')
  const pieces: Buffer[] = [Buffer.from(`${before}{"files":{`)]
  for (const [index, text] of texts.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? '' : ','}"${escaped(text.path)}":"`))
    for (const piece of text.pieces) {
      pieces.push(Buffer.from(escaped(piece)))
      await yieldToEventLoop()
    }
    pieces.push(Buffer.from('"'))
  }
  return Buffer.concat([...pieces, Buffer.from(`}}${after}`)])
}
