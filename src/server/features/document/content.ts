/** A column of a table; widths are shares of the whole. */
export interface TableColumn {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'center' | 'right'
}

/**
 * An element of a document, independent of the output format.
 *
 * Texts are unformatted; `GAP` in them is space for handwriting.
 */
export type Block =
  /** The document's title, in the form of 公文. */
  | { readonly is: 'title'; readonly text: string }
  /** A centred line below the title: a number, or the draft mark. */
  | { readonly is: 'middle'; readonly text: string; readonly isMark?: boolean }
  /** The addressee, without indent. */
  | { readonly is: 'addressee'; readonly text: string }
  /** `一、表决事项`. */
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'paragraph'; readonly text: string; readonly isPlain?: boolean }
  | { readonly is: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly string[])[] }
  /** Names with signature lines, two per row. */
  | { readonly is: 'signatures'; readonly names: readonly string[] }
  /** The issuer, with space for the seal, and the date. */
  | { readonly is: 'issuer'; readonly name: string; readonly date: string }
  | { readonly is: 'pageBreak' }

/** Creates a {@link Block} `title`; each function below creates the block of its name. */
export const title = (text: string): Block => ({ is: 'title', text })
export const middle = (text: string): Block => ({ is: 'middle', text })
export const addressee = (text: string): Block => ({ is: 'addressee', text })
export const heading = (text: string): Block => ({ is: 'heading', text })
export const paragraph = (text: string): Block => ({ is: 'paragraph', text })
/** Without indent: a line of a form, or around a table. */
export const line = (text: string): Block => ({ is: 'paragraph', text, isPlain: true })
export const table = (columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Block => ({ is: 'table', columns, rows })
export const signatures = (...names: readonly string[]): Block => ({ is: 'signatures', names })
export const issuer = (name: string, date: string): Block => ({ is: 'issuer', name, date })
