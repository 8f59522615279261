/** A column of a table; widths are shares of the whole. */
export interface TableColumn {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'center' | 'right'
}

/**
 * What a document is made of, whatever it is written as.
 *
 * Texts hold no formatting; `GAP` in them is where a person writes.
 */
export type Block =
  /** The document's own title, as 公文 have it. */
  | { readonly is: 'title'; readonly text: string }
  /** A line in the middle below the title: a number, or that it is no final one. */
  | { readonly is: 'middle'; readonly text: string; readonly isMark?: boolean }
  /** Whom it is addressed to, without indent. */
  | { readonly is: 'addressee'; readonly text: string }
  /** `一、表决事项`. */
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'paragraph'; readonly text: string; readonly isPlain?: boolean }
  | { readonly is: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly string[])[] }
  /** Names and a line to sign on, two in a row. */
  | { readonly is: 'signatures'; readonly names: readonly string[] }
  /** Who issues it, with the place for the seal, and the date. */
  | { readonly is: 'issuer'; readonly name: string; readonly date: string }
  | { readonly is: 'pageBreak' }

/** A title, {@link Block} `title`; each of the functions below makes the block of its name. */
export const title = (text: string): Block => ({ is: 'title', text })
export const middle = (text: string): Block => ({ is: 'middle', text })
export const addressee = (text: string): Block => ({ is: 'addressee', text })
export const heading = (text: string): Block => ({ is: 'heading', text })
export const paragraph = (text: string): Block => ({ is: 'paragraph', text })
/** Without indent: a line of a form, or of a table's surroundings. */
export const line = (text: string): Block => ({ is: 'paragraph', text, isPlain: true })
export const table = (columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Block => ({ is: 'table', columns, rows })
export const signatures = (...names: readonly string[]): Block => ({ is: 'signatures', names })
export const issuer = (name: string, date: string): Block => ({ is: 'issuer', name, date })
