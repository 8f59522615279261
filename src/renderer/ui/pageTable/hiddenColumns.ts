import type { Preferences } from '#shared/bridge/commands.ts'

/** The keys of the columns that a table hides: those that the user chose, else those that are hidden at first. */
export function hiddenColumnsOf(
  chosen: Preferences['tables'][string] | undefined,
  columns: readonly { readonly key: string; readonly isHiddenAtFirst?: boolean }[],
): readonly string[] {
  return chosen?.hiddenColumns ?? columns.flatMap(({ key, isHiddenAtFirst = false }) => (isHiddenAtFirst ? [key] : []))
}
