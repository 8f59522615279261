/** A key or several, and what they do. */
export type HelpKey = readonly [keys: string, what: string]

/** What one needs to know on a screen, in plain words. */
export interface HelpText {
  /** What the screen is for, in a sentence. */
  readonly about: string
  /** What one does there, in the order in which one does it. */
  readonly steps: readonly string[]
  /** A table or list after the steps. */
  readonly more?: readonly (HelpTable | HelpList)[]
  /** The keys that only this screen has. */
  readonly keys?: readonly HelpKey[]
}

export interface HelpTable {
  readonly title: string
  readonly columns: readonly string[]
  /** As many texts as there are columns; the first names the row. */
  readonly rows: readonly (readonly string[])[]
}

export interface HelpList {
  readonly title: string
  readonly items: readonly string[]
}

/** The keys of every screen with a search box. */
export const searchKeys: readonly HelpKey[] = [['Enter', '在搜索框中查询（拼音还没有选字时不查询）']]
