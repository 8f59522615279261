import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'

export const Health = z.object({
  status: z.literal('ok'),
  /** The program's version, as in package.json. */
  version: z.string(),
  /** True once the first account exists. */
  hasAccounts: z.boolean(),
  database: z.enum(['sqlite', 'postgres']),
})
export type Health = z.infer<typeof Health>

export const systemEndpoints = {
  'system.health': { method: 'GET', path: '/health', response: Health, access: 'public' },
} as const satisfies Endpoints
