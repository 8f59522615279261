/** What an entry is about (`trust.md` section 7): something was changed, personal data were looked at or taken away, or who came in. */
export const entryKinds = ['change', 'access', 'security'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindNames: Readonly<Record<EntryKind, string>> = { change: '业务操作', access: '查阅与导出', security: '登录与安全' }

/** An action that the journal records: what it is called, and what its entries are about. */
export interface RecordedAction {
  readonly name: string
  readonly kind: EntryKind
}
export const change = (name: string): RecordedAction => ({ name, kind: 'change' })
export const access = (name: string): RecordedAction => ({ name, kind: 'access' })
export const security = (name: string): RecordedAction => ({ name, kind: 'security' })

/** The words of the journal for one feature: its `labels.ts`, composed in `features/words.ts`. */
export interface AuditLabels<Kind extends string> {
  /** What its actions are called together, in the filter of the journal. */
  readonly kind: string
  /** Every action that the journal records of it. */
  readonly actions: Readonly<Record<`${Kind}.${string}`, RecordedAction>>
  /** The fields of its entries that no feature before it has, the telling ones first. */
  readonly fields: Readonly<Record<string, string>>
}
