import { createHash } from 'node:crypto'
import type { BallotLayout } from '../../../src/shared/features/paper/layout.ts'
import type { PageReader } from '../../../src/server/features/reading/reader.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import type { ReadPicture, ReadRow } from '../../../src/server/features/reading/recognition/readPage.ts'
import { emptyPage } from './pageFiles.ts'

/** A paper of an activity. */
interface ScannedCode {
  readonly code: string
  readonly layoutId: string
  readonly layout: BallotLayout
}

/** A row: a digit is clear, `_` blank, `?` in doubt. */
function rowOf(sign: string, { topicId, optionId }: Pick<ReadRow, 'topicId' | 'optionId'>): ReadRow {
  if (sign === '_') return { topicId, optionId, state: 'blank', answer: 0, why: '' }
  if (sign === '1' || sign === '2' || sign === '3') return { topicId, optionId, state: 'clear', answer: sign === '1' ? 1 : sign === '2' ? 2 : 3, why: '' }
  return { topicId, optionId, state: 'doubt', answer: null, why: 'faint' }
}

/** A reader that returns what a test defines for each page, so that hundreds are read at once. */
export function scriptedReader() {
  const found = new Map<string, ReadPicture>()
  const reader: PageReader = {
    read: (_bytes, { key }) => Promise.resolve(found.get(key) ?? { kind: 'noCode' }),
    draw: () => Promise.resolve(new Uint8Array(0)),
  }
  const base = emptyPage()
  let made = 0
  return {
    reader,
    /** The file of a page on which `signs` are read, one per row; `words` are contained in the file. */
    page({ code, layoutId, layout }: ScannedCode, signs: string, page = 1, words = ''): Uint8Array {
      made += 1
      const bytes = Buffer.concat([base, Buffer.from(`page ${made} ${words}`)])
      const drawn = layout.pages[page - 1]
      if (!drawn) throw new Error(`there is no page ${page}`)
      const rows = rowsOf(drawn).map((row, place) => rowOf(signs[place] ?? '_', row))
      const picture = {
        kind: 'read',
        mark: { code, layoutId, page },
        toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        isInverted: false,
        isFlat: false,
        turned: 0,
        rows,
      } as const
      found.set(createHash('sha256').update(bytes).digest('hex'), picture)
      return bytes
    },
  }
}
