/** Content of a page's QR code: paper, layout, page number. Nothing personal. */
export interface PageMark {
  readonly code: string
  readonly layoutId: string
  /** From 1. */
  readonly page: number
}

/** SHA-256 of a text, in hexadecimal digits. */
export type Sha256 = (text: string) => string

/** `V1-code-layout-page-check`; the check covers the preceding text in capitals: some scanners change the case. */
export function qrText({ code, layoutId, page }: PageMark, sha256: Sha256): string {
  const marked = `V1-${code}-${layoutId}-${page}`
  return `${marked}-${sha256(marked.toUpperCase()).slice(0, 4).toUpperCase()}`
}

const QR_TEXT = /^V1-(.{1,64})-([A-F\d]{8})-([1-9]\d{0,2})-[A-F\d]{4}$/i

/** Parses it, in the case returned by a scanner; null if it is not such a text, or its check does not match. */
export function readQrText(text: string, sha256: Sha256): PageMark | null {
  const given = text.trim()
  const [, code = '', layoutId = '', page = ''] = QR_TEXT.exec(given) ?? []
  const mark = { code, layoutId: layoutId.toUpperCase(), page: Number(page) }
  return code !== '' && qrText(mark, sha256).toUpperCase() === given.toUpperCase() ? mark : null
}
