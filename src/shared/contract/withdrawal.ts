import { z } from 'zod'
import { moment } from './values.ts'

/** Who entered what may be withdrawn, and who withdrew it, when and why; `''` and null of what stands. Names are operators'. */
export const withdrawalShown = {
  creator: ['creater', z.string()],
  createdAt: ['createdate', moment],
  withdrawnBy: ['withdrawer', z.string()],
  withdrawnAt: ['withdrawdate', moment],
  withdrawReason: ['withdrawreason', z.string()],
} as const
