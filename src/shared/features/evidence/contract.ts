import { z } from 'zod'
import { ofActivity } from '../../contract/ids.ts'
import { get, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { wire } from '../../contract/wire.ts'
import { bundleEditions } from './editions.ts'

export const evidenceEndpoints = {
  /**
   * The bundle (应诉包) of a finished activity: one zip, `proof-layout.md` section 6.
   *
   * The court's edition requires a purpose and the password. It creates its own journal entry, with the zip's SHA-256, before the
   * zip ends; an aborted one creates an entry saying so.
   */
  'evidence.bundle': get('/evidence/bundle', 'manager', {
    isConfirmed: 'forPurpose',
    query: wire({
      ...ofActivity,
      edition: ['edition', z.enum(bundleEditions, { error: '请选择应诉包的版本' })],
      ...exportFields,
    }),
    response: 'stream',
    isLong: true,
  }),
} as const satisfies Endpoints
