import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { ofActivity } from '../../contract/ids.ts'
import { jobId, optionalText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { documentKinds } from './kinds.ts'
import { letterheadLimits as limits } from './rules.ts'

const fields = {
  convener: ['convener', optionalText(limits.convener.label, limits.convener)],
  contactName: ['contactname', optionalText(limits.contactName.label, limits.contactName)],
  contactPhone: ['contactphone', optionalText(limits.contactPhone.label, limits.contactPhone)],
  venue: ['venue', optionalText(limits.venue.label, limits.venue)],
  paperNumber: ['papernumber', optionalText(limits.paperNumber.label, limits.paperNumber)],
  supervisors: ['supervisors', optionalText(limits.supervisors.label, limits.supervisors)],
} as const

/** 文书信息 of an activity, `''` if not filled in. Printed on public notices, so never masked. */
export const Letterhead = wire({ version: ['modifytime', z.string()], ...fields })
export type Letterhead = z.output<typeof Letterhead>
export const LetterheadChange = wire({ ...ofActivity, version: ['modifytime', expectedVersion], ...fields })
export type LetterheadChange = z.output<typeof LetterheadChange>

export const documentEndpoints = {
  /** A document of an activity as .docx. */
  'document.make': get('/document/make', 'manager', {
    query: wire({
      ...ofActivity,
      kind: ['kind', z.enum(documentKinds, { error: '文书种类不正确' })],
      /** The objection answered, for `objectionreply`; `''` if none. */
      objectionId: ['objectionid', optionalText('异议编号', { max: 64 })],
      jobId: ['jobid', jobId],
    }),
    response: 'binary',
    isLong: true,
  }),
  /** 文书信息; if the activity has none yet, `suggested` is that of the estate's last activity with any. */
  'document.letterhead': get('/document/letterhead', 'manager', {
    query: wire(ofActivity),
    response: wire({
      letterhead: ['letterhead', Letterhead],
      suggested: ['suggested', wire({ activityTitle: ['title', z.string()], ...fields }).nullable()],
    }),
  }),
  'document.saveLetterhead': post('/document/saveletterhead', 'manager', { body: LetterheadChange, response: z.null() }),
} as const satisfies Endpoints
