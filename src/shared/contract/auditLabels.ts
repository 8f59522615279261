/** The words of the journal for one feature: its `labels.ts`, composed in `features/audit/labels.ts`. */
export interface AuditLabels<Kind extends string> {
  /** What its actions are called together, in the filter of the journal. */
  readonly kind: string
  /** Every action that the journal records of it. */
  readonly actions: Readonly<Record<`${Kind}.${string}`, string>>
  /** The fields of its entries that no feature before it has, the telling ones first. */
  readonly fields: Readonly<Record<string, string>>
}
