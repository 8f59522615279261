import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import type { LayoutPage } from '#shared/features/paper/layout.ts'
import { qrText, readQrText } from '#shared/features/paper/qr.ts'
import { readPicture } from '../../src/server/features/reading/recognition/readPage.ts'
import { rowsOf } from '../../src/server/features/reading/recognition/rows.ts'
import { misplaced, readQrCodes, scannedPages, type ScannedPage } from './readBallots.ts'

export interface PrintedLayout {
  readonly id: string
  readonly pages: readonly LayoutPage[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a scanner reads from the first page of a paper. */
export const scannedText = (code: string, { id }: Pick<PrintedLayout, 'id'>): string => qrText({ code, layoutId: id, page: 1 }, sha256)

/** What a scan of an unmarked page yields for its rows. */
async function readAsScan({ width, height, grey }: ScannedPage, { pages }: PrintedLayout): Promise<string[]> {
  const found = await readPicture({ width, height, data: new Uint8Array(grey) }, () => ({ version: 1, pages: [...pages] }))
  return found.kind === 'read' && !found.isFlat ? found.rows.map(({ state, why }) => `${state}${why}`) : [found.kind]
}

/** Verifies printed pages: every square and box where the layout has it, the paper's QR code on each, and nothing mistaken for a mark. */
export async function expectBallots(pdf: Uint8Array, codes: readonly string[], layout: PrintedLayout): Promise<void> {
  const pages = codes.flatMap((code) => layout.pages.map((each, index) => ({ code, each, number: index + 1 })))
  let count = 0
  for await (const scanned of scannedPages(pdf)) {
    const expected = pages[count]
    count += 1
    if (!expected) continue
    const { code, each, number } = expected
    const read = await readQrCodes(scanned)
    expect(
      read.map((text) => readQrText(text, sha256)),
      `page ${count}`,
    ).toEqual(each.qrCodes.map(() => ({ code, layoutId: layout.id, page: number })))
    expect(misplaced(scanned, each), `page ${count}`).toEqual([])
    if (each.kind === 'ballot') expect(await readAsScan(scanned, layout), `page ${count}`).toEqual(rowsOf(each).map(() => 'blank'))
  }
  expect(count).toBe(pages.length)
}
