import { BOX, PAPER, type LayoutField, type LayoutPage, type LayoutText } from './layout.ts'
import { fittedText } from './layoutText.ts'
import type { PlacedSlip } from './slips.ts'

/** Values of one ballot's fields. */
export type FieldValues = Readonly<Record<LayoutField['name'], string>>

/** A QR code as its modules' outline: an SVG path on a grid of `modules` × `modules`. */
export interface QrDrawing {
  readonly path: string
  readonly modules: number
}

const LINE_HEIGHT = 1.25

/** A page as SVG in its true size. `qr` is null if there is none yet; text inherits the font of the container. */
export const drawPage = (page: LayoutPage, values: FieldValues, qr: QrDrawing | null): string => drawing([content(page, values, qr)])

/** Slips of several papers on one sheet, with cutting lines. */
export function drawSlips(slips: readonly (PlacedSlip & { readonly values: FieldValues; readonly qr: QrDrawing })[]): string {
  const { width, height } = PAPER
  const cut = (path: string): string => `<path d="${path}" stroke="#000" stroke-width="0.3" stroke-dasharray="2 1.5"/>`
  return drawing([
    ...slips.map(({ page, x, y, values, qr }) => `<g transform="translate(${x} ${y})">${content(page, values, qr)}</g>`),
    cut(`M8 ${height / 2}H${width - 8}`),
    ...(slips.some(({ x }) => x > 0) ? [cut(`M${width / 2} 8V${height - 8}`)] : []),
  ])
}

function drawing(parts: readonly string[]): string {
  const { width, height } = PAPER
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}

function content(page: LayoutPage, values: FieldValues, qr: QrDrawing | null): string {
  return [
    ...page.bands.map(({ x, y, width: wide, height: high }) => `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="#ececec"/>`),
    ...page.marks.map(({ x, y, width: wide, height: high }) => `<rect x="${x}" y="${y}" width="${wide}" height="${high}"/>`),
    ...page.lines.map(
      ({ x1, y1, x2, y2, width: line, isDashed }) =>
        `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#000" stroke-width="${line}"${isDashed ? ' stroke-dasharray="2 1.5"' : ''}/>`,
    ),
    ...page.boxes.map(({ x, y }) => {
      // the line is drawn inside the box
      const [inset, side] = [BOX.line / 2, Math.round((BOX.size - BOX.line) * 100) / 100]
      return `<rect x="${hundredths(x + inset)}" y="${hundredths(y + inset)}" width="${side}" height="${side}" fill="#fff" stroke="#000" stroke-width="${BOX.line}"/>`
    }),
    ...page.texts.map(drawText),
    ...page.fields.flatMap((field) => fieldTexts(field, values[field.name]).map(drawText)),
    ...page.qrCodes.map(({ x, y, width: side }) =>
      qr === null
        ? `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="none" stroke="#000" stroke-width="0.2" stroke-dasharray="1 1"/>`
        : `<path transform="translate(${x} ${y}) scale(${side / qr.modules})" d="${qr.path}" shape-rendering="crispEdges"/>`,
    ),
  ].join('')
}

/** A field's value as lines fitted into its area. */
export function fieldTexts({ x, y, width, height, size, align }: LayoutField, value: string): LayoutText[] {
  const fitted = fittedText(value, { width, height }, size)
  const top = y + (height - fitted.lines.length * fitted.size * LINE_HEIGHT) / 2
  return fitted.lines.map((text, index) => ({
    x: align === 'left' ? x : align === 'center' ? hundredths(x + width / 2) : hundredths(x + width),
    y: hundredths(top + index * fitted.size * LINE_HEIGHT + fitted.size * (0.88 + (LINE_HEIGHT - 1) / 2 - 0.03)),
    size: fitted.size,
    align,
    text,
  }))
}

const anchors = { left: '', center: ' text-anchor="middle"', right: ' text-anchor="end"' } as const

function drawText({ x, y, size, align, text }: LayoutText): string {
  return text === '' ? '' : `<text x="${x}" y="${y}" font-size="${size}"${anchors[align]}>${escaped(text)}</text>`
}

const hundredths = (length: number): number => Math.round(length * 100) / 100

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for markup. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
