import { z } from 'zod'
import { orEmpty } from './values.ts'

/** The version that a change is based on: `modifytime` from a list or a detail; `''` if not sent, which overwrites. */
export const expectedVersion = orEmpty(z.string({ error: '修改时间格式不正确' }).trim().max(40, '修改时间格式不正确'))

/** The refusal's `data`: the current subject, in the form of lists. */
export const StaleForm = z.object({ current: z.unknown() })
