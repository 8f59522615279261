import { z } from 'zod'
import type { TextLimit } from '../text/limits.ts'
import { jobId, optionalText } from './values.ts'

/** What whole personal data is exported for, and a copy of the data made. */
export const purposeLimit = { label: '用途', max: 100, missing: '请输入用途' } as const satisfies TextLimit

/**
 * What every export of a list takes in addition to the list's own filter.
 *
 * Without a purpose phones and ID numbers are masked; with one they are whole, and the journal keeps it (`trust.md`
 * sections 4 and 5). `jobId` names the work, so that it can be followed and stopped.
 */
export const exportFields = {
  purpose: ['purpose', optionalText(purposeLimit.label, purposeLimit)],
  jobId: ['jobid', jobId],
} as const satisfies Readonly<Record<string, readonly [string, z.ZodType]>>

/** The same after decoding; `''` if a call gives none. */
export interface ExportOptions {
  readonly purpose: string
  readonly jobId: string
}
