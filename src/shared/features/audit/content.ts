import type { AuditAction, AuditField } from '../words.ts'

type Scalar = string | number | boolean | null | undefined

/** Plain data all of whose fields, at any depth, have a word in labels.ts; any other field is `never` and does not compile. */
export type Labelled<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Labelled<Item>[]
    : { readonly [Name in keyof T]: Name extends AuditField ? Labelled<T[Name]> : never }

/** One thing that a big change did: a property that an import changed. */
export interface AuditRow {
  readonly before: unknown
  readonly after: unknown
}

/** What an entry tells; `rows` is the big change's, or as many of them as are at hand. */
export interface AuditContent {
  /** An {@link AuditAction}, or what an older program recorded. */
  readonly action: AuditAction | (string & {})
  readonly before: unknown
  readonly after: unknown
}

/** What is in the place of an entry's contents that were erased when their time was over. */
export const ERASED_CONTENT = '内容已按数据保留清除'

/** Rows of one part of a big change. */
export const ROWS_PER_PART = 500
