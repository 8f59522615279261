import { z } from 'zod'
import type { TextLimit } from '../text/limits.ts'
import { jobId, optionalText } from './values.ts'

/** The purpose of exporting unmasked personal data, or of a backup. */
export const purposeLimit = { label: '用途', max: 100, missing: '请输入用途' } as const satisfies TextLimit

/**
 * Fields of every export, in addition to the list's own filter.
 *
 * Without a purpose, phones and ID numbers are masked; with one they are not, and the journal records it (`trust.md` sections 4
 * and 5). `jobId` names the job, so that it can be tracked and stopped.
 */
export const exportFields = {
  purpose: ['purpose', optionalText(purposeLimit.label, purposeLimit)],
  jobId: ['jobid', jobId],
} as const satisfies Readonly<Record<string, readonly [string, z.ZodType]>>

/** The same after decoding; `''` if missing. */
export interface ExportOptions {
  readonly purpose: string
  readonly jobId: string
}
