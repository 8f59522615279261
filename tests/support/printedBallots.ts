import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import type { LayoutPage } from '#shared/features/paper/layout.ts'
import { qrText, readQrText } from '#shared/features/paper/qr.ts'
import { misplaced, readQrCodes, scannedPages } from './readBallots.ts'

export interface PrintedLayout {
  readonly id: string
  readonly pages: readonly LayoutPage[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a scanner reads off the first page of a paper. */
export const scannedText = (code: string, { id }: Pick<PrintedLayout, 'id'>): string => qrText({ code, layoutId: id, page: 1 }, sha256)

/** Reads printed pages back: every square and box where the layout has it, and on each page the QR code of its paper. */
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
  }
  expect(count).toBe(pages.length)
}
