import type { JournalAction, JournalField } from '../words.ts'

type Scalar = string | number | boolean | null | undefined

/** Plain data whose fields all, at any depth, have a label in labels.ts; any other field is `never` and does not compile. */
export type Labelled<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Labelled<Item>[]
    : { readonly [Name in keyof T]: Name extends JournalField ? Labelled<T[Name]> : never }

/** One item of a bulk change, such as a property changed by an import. */
export interface JournalRow {
  readonly before: unknown
  readonly after: unknown
}

/** Content of an entry; `rows` are those of a large change, as far as loaded. */
export interface JournalContent {
  /** An {@link JournalAction}, or an action recorded by an older program. */
  readonly action: JournalAction | (string & {})
  readonly before: unknown
  readonly after: unknown
}

/** Replaces an entry's contents erased at the end of retention. */
export const ERASED_CONTENT = '内容已按数据保留清除'

/** Rows in one part of a bulk change. */
export const ROWS_PER_PART = 500
