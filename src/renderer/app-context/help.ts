/** A key or several, and what they do. */
export type HelpKey = readonly [keys: string, what: string]

/** What one needs to know on a screen, in plain words. */
export interface HelpText {
  /** What the screen is for, in a sentence. */
  readonly about: string
  /** What one does there, in the order in which one does it. */
  readonly steps: readonly string[]
  /** The keys that only this screen has. */
  readonly keys: readonly HelpKey[]
}

/** The keys of every screen with a search box. */
export const searchKeys: readonly HelpKey[] = [['Enter', '在搜索框中查询（拼音还没有选字时不查询）']]
