import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** The last login of an account before this one. */
export const LastLogin = wire({
  at: ['time', moment],
  address: ['address', z.string()],
  /** Tries with a wrong password since. */
  failureCount: ['failed', z.int()],
})
export type LastLogin = z.output<typeof LastLogin>

/** A place where the caller is logged in. */
export const SessionRow = wire({
  id: ['sessionid', z.string()],
  address: ['address', z.string()],
  /** What the computer calls itself, or else the client's name of itself. */
  device: ['device', z.string()],
  startedAt: ['since', moment],
  usedAt: ['lastuse', moment],
  isCurrent: ['current', z.boolean()],
})
export type SessionRow = z.output<typeof SessionRow>
