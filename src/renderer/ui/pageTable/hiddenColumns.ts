import type { Preferences } from '#shared/bridge/commands.ts'

/** The keys of a table's hidden columns: the user's choice, else the default. */
export function hiddenColumnsOf(
  chosen: Preferences['tables'][string] | undefined,
  columns: readonly { readonly key: string; readonly isHiddenAtFirst?: boolean }[],
): readonly string[] {
  return chosen?.hiddenColumns ?? columns.flatMap(({ key, isHiddenAtFirst = false }) => (isHiddenAtFirst ? [key] : []))
}
