import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'

/** A PDF's path, or the PDF itself. */
type PdfSource = string | Uint8Array
const proxyOf = (pdf: PdfSource) => getDocumentProxy(new Uint8Array(typeof pdf === 'string' ? readFileSync(pdf) : pdf))

/** The text of each PDF page without blanks, whose positions depend on the fonts. */
export async function pdfPages(source: PdfSource): Promise<string[]> {
  const pdf = await proxyOf(source)
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map((page) =>
    page
      .replace(/\s+/g, '')
      .replace(/[\u2f00-\u2fdf]/g, (sign) => sign.normalize('NFKC'))
      .replace(/[\u2e80-\u2eff]/g, plainSign),
  )
}

/**
 * Fonts such as Noto use one glyph for a character and the radical of the same shape, and the PDF names the glyph by the
 * radical. These have no decomposition in Unicode.
 */
const radicals = new Map(
  Array.from(
    '⻚页⻔门⻋车⻓长⻅见⻆角⻉贝⻛风⻜飞⻝食⻢马⻤鬼⻥鱼⻦鸟⻩黄⻬齐⻮齿⻰龙⺠民⻄西⻨麦⻁虎⻘青⻙韦⻣骨'.matchAll(/(.)(.)/gu),
    ([, radical = '', sign = '']) => [radical, sign],
  ),
)
const plainSign = (sign: string): string => radicals.get(sign) ?? sign

/** The size of each page in millimetres, rounded. */
export async function pdfPageSizes(source: PdfSource): Promise<[width: number, height: number][]> {
  const pdf = await proxyOf(source)
  const sizes: [number, number][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
    sizes.push([Math.round((width / 72) * 25.4), Math.round((height / 72) * 25.4)])
  }
  return sizes
}
