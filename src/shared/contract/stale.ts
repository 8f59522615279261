import { z } from 'zod'
import { orEmpty } from './values.ts'

/** The version that a change was filled in over: `modifytime` as a list or a detail answered it; `''` if it is not sent, which overwrites. */
export const expectedVersion = orEmpty(z.string({ error: '修改时间格式不正确' }).trim().max(40, '修改时间格式不正确'))

/** `data` of the refusal: the subject as it is now, as lists answer it. */
export const StaleForm = z.object({ current: z.unknown() })
