import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { isPort, sharingMessages } from './rules.ts'

/** Another computer that has recently called this server. */
export const ConnectedComputer = wire({
  address: ['address', z.string()],
  /** The name it reports; `''` if none. */
  desk: ['desk', z.string()],
  /** User logged in there; `''` if none. */
  username: ['username', z.string()],
  lastAt: ['lasttime', moment],
})
export type ConnectedComputer = z.output<typeof ConnectedComputer>

/** How a server is shared on the office network (`trust.md` section 6). */
export const SharingStatus = wire({
  /** Whether it can be switched: an embedded server can, a standalone one listens as it was started. */
  isSwitchable: ['switchable', z.boolean()],
  isOn: ['on', z.boolean()],
  port: ['port', z.int()],
  /** The only address of this computer that it listens on; `''` for all. */
  address: ['address', z.string()],
  /** Whether sharing resumes after a restart. */
  isKeptOn: ['keepon', z.boolean()],
  /** This computer's addresses reachable by others, with the names of their networks. */
  addresses: ['addresses', z.array(z.object({ network: z.string(), address: z.string() }))],
  /** Of its certificate (`network/pairing.ts`); `''` if none yet. */
  fingerprint: ['fingerprint', z.string()],
  connected: ['connected', z.array(ConnectedComputer)],
})
export type SharingStatus = z.output<typeof SharingStatus>

export const SharingChoice = wire({
  port: ['port', z.int({ error: sharingMessages.port }).refine(isPort, sharingMessages.port)],
  address: ['address', z.string({ error: sharingMessages.address }).max(45, sharingMessages.address)],
  isKeptOn: ['keepon', z.boolean({ error: '请选择是否在下次启动时继续共享' })],
})
export type SharingChoice = z.output<typeof SharingChoice>

export const sharingEndpoints = {
  'sharing.status': get('/sharing/status', 'admin', { response: SharingStatus }),
  /** If already shared, the port is closed and reopened with the new choices. */
  'sharing.start': post('/sharing/start', 'admin', { body: SharingChoice, response: SharingStatus, isConfirmed: true }),
  'sharing.stop': post('/sharing/stop', 'admin', { body: z.object({}), response: SharingStatus }),
} as const satisfies Endpoints
