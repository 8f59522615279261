/** Text in the margins of each printed page. */
export interface PageMargins {
  /** Top left: the document's name. */
  readonly head: string
  /** Top right: the creation time. */
  readonly made: string
}

/** Escapes a text as a CSS string; line breaks, which would end it, become spaces. */
export function cssText(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')
  return `"${escaped}"`
}

/**
 * Page styles of a printed document: A4, margins, and `第 1 页 / 共 2 页`.
 *
 * In CSS rather than the print call's templates, so that printer and PDF get the same pages.
 */
export function pageStyle({ head, made }: PageMargins): string {
  const small = 'font: 9pt "SimSun", "Noto Serif CJK SC", "Source Han Serif SC", serif; color: #333;'
  return `@page {
  size: A4 portrait;
  margin: 20mm 16mm 18mm;
  @top-left { content: ${cssText(shortened(head))}; width: 70%; text-align: left; ${small} }
  @top-right { content: ${cssText(made)}; width: 30%; text-align: right; ${small} }
  @bottom-center { content: "第 " counter(page) " 页 / 共 " counter(pages) " 页"; ${small} }
}`
}

/** Longest text that fits in a margin on one line (characters). */
const LONGEST_HEAD = 42

function shortened(text: string): string {
  const letters = Array.from(text)
  return letters.length > LONGEST_HEAD ? `${letters.slice(0, LONGEST_HEAD - 1).join('')}…` : text
}
