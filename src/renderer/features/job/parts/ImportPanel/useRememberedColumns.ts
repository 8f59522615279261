import { useLayoutEffect, useEffectEvent } from 'react'
import type { Preferences } from '#shared/bridge/commands.ts'
import type { ColumnMapping } from '#shared/import/columns.ts'
import { usePreferences } from '../../../../bridge/computer.tsx'
import type { ImportState } from './importState.ts'
import type { ImportWork } from './importWork.ts'
import type { Workbook } from './workbookFile.ts'

type Remembered = Preferences['columnMappings']

/** Maximum number of remembered mappings; the most recently used are kept. */
const MOST = 10

/** The last read file with its headers; null if they are unknown. */
export function readFile(state: ImportState): { readonly file: Workbook; readonly headers: readonly string[] } | null {
  const headersOf = (headers: readonly { readonly text: string }[] | undefined) => headers?.map(({ text }) => text) ?? []
  const found =
    state.step === 'columns'
      ? { file: state.file, headers: state.unknown.columns }
      : state.step === 'checked'
        ? { file: state.file, headers: headersOf(state.check.preview?.headers) }
        : state.step === 'wrongRows'
          ? { file: state.file, headers: headersOf(state.refusal.preview?.headers) }
          : null
  return found && found.headers.length > 0 ? found : null
}

const isOf = (endpoint: string, headers: readonly string[]) => (each: Remembered[number]) =>
  each.endpoint === endpoint && each.headers.length === headers.length && each.headers.every((text, index) => text === headers[index])

/** The mapping made by hand for a file with the same headers; undefined if none. */
export const rememberedFor = (remembered: Remembered, endpoint: string, headers: readonly string[]): ColumnMapping | undefined =>
  remembered.find(isOf(endpoint, headers))?.mapping

/** The mappings with a new one at the front; null if it is already known. */
export function withRemembered(remembered: Remembered, { endpoint, headers, mapping }: Remembered[number]): Remembered | null {
  const before = rememberedFor(remembered, endpoint, headers)
  if (before && JSON.stringify(before) === JSON.stringify(mapping)) return null
  return [{ endpoint, headers: [...headers], mapping }, ...remembered.filter((each) => !isOf(endpoint, headers)(each))].slice(0, MOST)
}

/**
 * Remembers columns assigned by hand, for the next file with the same headers.
 *
 * Saved once a file has been read with the mapping, and applied to files without one.
 */
export function useRememberedColumns(endpoint: string, work: ImportWork, state: ImportState): void {
  const [{ columnMappings }, remember] = usePreferences()
  const look = useEffectEvent((now: ImportState) => {
    const read = readFile(now)
    if (read === null) return
    const { file, headers } = read
    if (file.mapping === undefined) {
      const mapping = rememberedFor(columnMappings, endpoint, headers)
      if (mapping) void work.check({ ...file, mapping, isMappingRemembered: true })
    } else if (now.step !== 'columns') {
      const changed = withRemembered(columnMappings, { endpoint, headers: [...headers], mapping: file.mapping })
      if (changed) remember({ columnMappings: changed })
    }
  })
  // Before the first reading is painted.
  useLayoutEffect(() => look(state), [state])
}
