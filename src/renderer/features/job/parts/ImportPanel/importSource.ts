import type { ReactNode } from 'react'
import type { CommandInput } from '#shared/bridge/commands.ts'
import type { UploadedFile } from '#shared/contract/endpoint.ts'
import type { NamedField } from '#shared/import/columns.ts'
import type { Correction } from '#shared/import/contract.ts'
import type { EndpointName, InputOf } from '#shared/contract/index.ts'

interface ImportInput {
  readonly body: { readonly isDryRun: boolean; readonly jobId: string; readonly mapping: string; readonly corrections: Correction[] }
  readonly file: UploadedFile
}

/** Endpoints that import a workbook, with dry run and job id (`wire.md` section 9). */
export type ImportEndpoint = { [N in EndpointName]: InputOf<N> extends ImportInput ? N : never }[EndpointName]

/** Everything that distinguishes one import panel from another. */
export interface ImportSource<N extends ImportEndpoint = ImportEndpoint> {
  readonly endpoint: N
  /** The endpoint's own fields: the estate, the activity. Different values are different imports. */
  readonly fields: Omit<InputOf<N>['body'], 'isDryRun' | 'jobId' | 'mapping' | 'corrections'>
  /** Endpoints to refetch after an import. */
  readonly refreshes: readonly EndpointName[]
  /** The workbook's columns, for assigning by hand. */
  readonly columns: readonly NamedField[]
  /** null: unavailable; `sheet` is used instead. */
  readonly template: CommandInput<'file.saveTemplate'>['template'] | null
  /** Replaces the template: a button for the file to fill in, with a note. */
  readonly sheet?: ReactNode
  /** An option for the file, and the endpoint's fields for it. */
  readonly choice?: { readonly label: string; readonly offText: string; readonly onText: string; readonly fields: Readonly<Record<string, string>> }
  readonly labels: ImportLabels
  /** Buttons for the next steps after an import; `leave` closes the panel. */
  readonly after?: (leave: () => void) => ReactNode
}

/** Texts that differ between import panels. */
export interface ImportLabels {
  /** The panel's title: `Excel导入`. */
  readonly title: string
  /** The target: the estate's name. */
  readonly target: string
  /** Label of the button that shows the imported data: `查看房产`. */
  readonly see: string
  /** Why repeating the import is harmless, as a clause: `已有的房产会被更新，不会重复`. */
  readonly repeatIsSafe: string
}
