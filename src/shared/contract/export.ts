import { z } from 'zod'
import { optionalText } from './values.ts'

/** The longest purpose that whole personal data is exported for. */
export const MAX_PURPOSE = 100

/**
 * What every export of a list takes beside the list's own filter.
 *
 * Without a purpose phones and ID numbers are masked; with one they are whole, and the journal keeps it (`trust.md`
 * sections 4 and 5). `jobId` names the work, so that it can be followed and stopped.
 */
export const exportFields = {
  purpose: ['purpose', optionalText('用途', { max: MAX_PURPOSE })],
  jobId: ['jobid', optionalText('任务编号', { max: 64 })],
} as const satisfies Readonly<Record<string, readonly [string, z.ZodType]>>

export interface ExportOptions {
  readonly purpose: string
  readonly jobId: string
}
