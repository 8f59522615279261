import { useLayoutEffect, useEffectEvent } from 'react'
import type { Preferences } from '#shared/bridge/commands.ts'
import type { ColumnMapping } from '#shared/import/columns.ts'
import { usePreferences } from '../../../../bridge/computer.tsx'
import type { ImportState } from './importState.ts'
import type { ImportWork } from './importWork.ts'
import type { Workbook } from './workbookFile.ts'

type Remembered = Preferences['columnMappings']

/** So many headers are remembered, those that were used last. */
const MOST = 10

/** The file that was read last, with its headers; null where it is not known what they are. */
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

/** What was said by hand of a file with the same headers; undefined if nothing was. */
export const rememberedFor = (remembered: Remembered, endpoint: string, headers: readonly string[]): ColumnMapping | undefined =>
  remembered.find(isOf(endpoint, headers))?.mapping

/** The same with what was said of headers, first; null if that is known already. */
export function withRemembered(remembered: Remembered, { endpoint, headers, mapping }: Remembered[number]): Remembered | null {
  const before = rememberedFor(remembered, endpoint, headers)
  if (before && JSON.stringify(before) === JSON.stringify(mapping)) return null
  return [{ endpoint, headers: [...headers], mapping }, ...remembered.filter((each) => !isOf(endpoint, headers)(each))].slice(0, MOST)
}

/**
 * Has what was said of columns by hand hold for the next file with the same headers.
 *
 * It is remembered once a file has been read by it, and used for a file of which nothing was said yet.
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
  // Before anything of the first reading is painted.
  useLayoutEffect(() => look(state), [state])
}
