/** One or more keys, and what they do. */
export type HelpKey = readonly [keys: string, what: string]

/** The help text of a screen. */
export interface HelpText {
  /** The purpose of the screen, in one sentence. */
  readonly about: string
  /** The steps, in order. */
  readonly steps: readonly string[]
  /** Tables or lists after the steps. */
  readonly more?: readonly (HelpTable | HelpList)[]
  /** Keys specific to this screen. */
  readonly keys?: readonly HelpKey[]
}

export interface HelpTable {
  readonly title: string
  readonly columns: readonly string[]
  /** One text per column; the first is the row header. */
  readonly rows: readonly (readonly string[])[]
}

export interface HelpList {
  readonly title: string
  readonly items: readonly string[]
}

/** The keys shared by all screens with a search box. */
export const searchKeys: readonly HelpKey[] = [['Enter', '在搜索框中查询（拼音还没有选字时不查询）']]
