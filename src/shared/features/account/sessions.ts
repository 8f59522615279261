import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** An account's last login before this one. */
export const LastLogin = wire({
  at: ['time', moment],
  address: ['address', z.string()],
  /** Attempts with a wrong password since. */
  failureCount: ['failed', z.int()],
})
export type LastLogin = z.output<typeof LastLogin>

/** One of the caller's sessions. */
export const SessionRow = wire({
  id: ['sessionid', z.string()],
  address: ['address', z.string()],
  /** The computer's own name, or else the client's User-Agent. */
  device: ['device', z.string()],
  startedAt: ['since', moment],
  usedAt: ['lastuse', moment],
  isCurrent: ['current', z.boolean()],
})
export type SessionRow = z.output<typeof SessionRow>
