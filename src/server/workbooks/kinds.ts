import { comparisonKind } from '../features/checkup/sheet.ts'
import { notificationKind } from '../features/notification/sheet.ts'
import { propertyKind } from '../features/property/sheet.ts'
import type { SheetKind } from './kind.ts'

/** The workbooks that can be read, by name. A new one is a table of columns, a row rule, and a line here. */
export const sheetKinds = { property: propertyKind, notification: notificationKind, comparison: comparisonKind } as const satisfies Readonly<
  Record<string, SheetKind<string, object>>
>

export type SheetKindName = keyof typeof sheetKinds
export type RowOf<K extends SheetKindName> = ReturnType<(typeof sheetKinds)[K]['understand']>
