import { z } from 'zod'
import { FINGERPRINT } from '../network/pairing.ts'

/**
 * Why a server is believed to be the one that is meant, or not.
 *
 * `vouched`: authorities that the system trusts say so, and nobody has compared anything. `paired`: it shows the
 * certificate that somebody compared here. `unknown`: nobody has, yet. `changed`: somebody has, and it was another one.
 */
export const Verdict = z.enum(['vouched', 'paired', 'unknown', 'changed'])
export type Verdict = z.infer<typeof Verdict>

/** The longest address of a server that may be typed. */
export const MAX_ADDRESS = 300

const fingerprint = z.string().regex(FINGERPRINT)

/** What a server showed of itself before anything was sent to it. */
export const ShownCertificate = z.object({ verdict: Verdict, fingerprint })
export type ShownCertificate = z.infer<typeof ShownCertificate>

/** A server that somebody may choose: its address without `/api`, and what it is called on the screen. */
export const ServerLook = z.object({ address: z.string().max(MAX_ADDRESS), name: z.string().max(MAX_ADDRESS), certificate: ShownCertificate.nullable() })
export type ServerLook = z.infer<typeof ServerLook>

/** A server that says in the network that it is there, which proves nothing. */
export const FoundServer = z.object({ address: z.string().max(MAX_ADDRESS), name: z.string().max(100), isPaired: z.boolean() })
export type FoundServer = z.infer<typeof FoundServer>

/** The commands by which the login chooses a server. */
export const serverCommands = {
  /** Asks an address, as somebody typed it, for its certificate; nothing else is sent. */
  'server.look': { input: z.object({ address: z.string().max(MAX_ADDRESS) }), output: ServerLook },
  /** Those that are found in the network within some seconds. */
  'server.find': { input: z.null(), output: z.array(FoundServer) },
  /** From now on this server, whose certificate was compared where that was needed; the program restarts. */
  'server.use': { input: z.object({ address: z.string().max(MAX_ADDRESS), fingerprint: fingerprint.nullable() }), output: z.null() },
  /** From now on the server inside this program; the program restarts. */
  'server.useOwn': { input: z.null(), output: z.null() },
  /** The present server's certificate was compared: it is the one that is meant. Only for one that is `unknown`. */
  'server.pair': { input: z.object({ fingerprint }), output: z.null() },
} as const
