/** What is on every page of a printed document, in its margins. */
export interface PageMargins {
  /** At the top left: what the document is. */
  readonly head: string
  /** At the top right: when it was made. */
  readonly made: string
}

/** A text as CSS writes it between quotes; a line break would end it. */
export function cssText(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')
  return `"${escaped}"`
}

/**
 * The style sheet of a printed document's pages: A4, what is in the margins, and `第 1 页 / 共 2 页`.
 *
 * In CSS and not in the print call's own templates, so that a printer and a PDF get the same pages.
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

/** What a margin takes in one line. */
const LONGEST_HEAD = 42

function shortened(text: string): string {
  const letters = Array.from(text)
  return letters.length > LONGEST_HEAD ? `${letters.slice(0, LONGEST_HEAD - 1).join('')}…` : text
}
