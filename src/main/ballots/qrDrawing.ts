import { createHash } from 'node:crypto'
import encodeQr from 'qr'
import type { QrDrawing } from '#shared/features/paper/drawing.ts'

/** SHA-256 of a text as UTF-8, hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Draws a QR code as a path of runs of dark modules; the white of the paper is its quiet zone.
 *
 * Error correction `quartile`: up to a quarter may be unreadable. The text of a ballot's code still fits 25 × 25 modules.
 */
export function qrDrawing(text: string): QrDrawing {
  // the library requires a border of at least one module
  const rows = encodeQr(text, 'raw', { ecc: 'quartile', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const path: string[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x
      while (row[x] === true) x += 1
      if (x > start) path.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
    }
  }
  return { path: path.join(''), modules: rows.length }
}
