/** Kinds of entries (`trust.md` section 7): a change, access to or export of personal data, a login event. */
export const entryKinds = ['change', 'access', 'security'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindNames: Readonly<Record<EntryKind, string>> = { change: '业务操作', access: '查阅与导出', security: '登录与安全' }

/** An action recorded in the journal: its name, and the subject of its entries. */
export interface RecordedAction {
  readonly name: string
  readonly kind: EntryKind
}
export const change = (name: string): RecordedAction => ({ name, kind: 'change' })
export const access = (name: string): RecordedAction => ({ name, kind: 'access' })
export const security = (name: string): RecordedAction => ({ name, kind: 'security' })

/** One feature's journal labels: its `labels.ts`, composed in `features/words.ts`. */
export interface JournalLabels<Kind extends string> {
  /** The collective name of its actions, in the journal's filter. */
  readonly kind: string
  /** All of its recorded actions. */
  readonly actions: Readonly<Record<`${Kind}.${string}`, RecordedAction>>
  /** Its entries' fields not defined by an earlier feature, the most informative first. */
  readonly fields: Readonly<Record<string, string>>
}
