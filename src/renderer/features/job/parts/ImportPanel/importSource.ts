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

/** The endpoints that take a workbook in, with a dry run and a job's id (`wire.md` section 9). */
export type ImportEndpoint = { [N in EndpointName]: InputOf<N> extends ImportInput ? N : never }[EndpointName]

/** What is imported where: everything in which one import panel differs from another. */
export interface ImportSource<N extends ImportEndpoint = ImportEndpoint> {
  readonly endpoint: N
  /** The endpoint's own fields: the estate, the activity. Another value is another import. */
  readonly fields: Omit<InputOf<N>['body'], 'isDryRun' | 'jobId' | 'mapping' | 'corrections'>
  /** The endpoints whose answers are out of date after an import. */
  readonly refreshes: readonly EndpointName[]
  /** The workbook's columns, as somebody may name them by hand. */
  readonly columns: readonly NamedField[]
  /** null: unavailable; `sheet` is used instead. */
  readonly template: CommandInput<'file.saveTemplate'>['template'] | null
  /** What is filled in instead of a template: its button, and a word about it. */
  readonly sheet?: ReactNode
  /** What may be said of the file that is read, and the endpoint's fields that say so. */
  readonly choice?: { readonly label: string; readonly offText: string; readonly onText: string; readonly fields: Readonly<Record<string, string>> }
  readonly labels: ImportLabels
  /** Buttons for what comes after an import; `leave` closes the panel. */
  readonly after?: (leave: () => void) => ReactNode
}

/** The words in which one import panel differs from another. */
export interface ImportLabels {
  /** The panel's title: `Excel导入`. */
  readonly title: string
  /** What it is imported into: the estate's name. */
  readonly target: string
  /** The button that shows what was imported: `查看房产`. */
  readonly see: string
  /** Why importing once more does no harm, as half a sentence: `已有的房产会被更新，不会重复`. */
  readonly repeatIsSafe: string
}
