import type { AskedItem } from '#shared/features/voting/sheet.ts'
import { comparisonKind } from '../features/checkup/sheet.ts'
import { deliveryKind } from '../features/delivery/sheet.ts'
import { propertyKind } from '../features/property/sheet.ts'
import { voteKind } from '../features/voting/sheet.ts'
import type { SheetKind } from './kind.ts'

/** The readable workbooks by name. A new one needs columns, a row rule, and a line here. */
const sheetKinds = {
  property: () => propertyKind,
  delivery: () => deliveryKind,
  comparison: () => comparisonKind,
  votes: voteKind,
} as const satisfies Readonly<Record<string, (items: readonly AskedItem[]) => SheetKind<string, object>>>

export type SheetKindName = keyof typeof sheetKinds
export type RowOf<K extends SheetKindName> = ReturnType<ReturnType<(typeof sheetKinds)[K]>['understand']>

/** The kind of a workbook; `items` are the activity's questions, for kinds whose columns depend on them. */
export interface KindOfSheet<K extends SheetKindName = SheetKindName> {
  readonly kind: K
  readonly items?: readonly AskedItem[] | undefined
}

export const kindOf = ({ kind, items = [] }: KindOfSheet): SheetKind<string, object> => sheetKinds[kind](items)
