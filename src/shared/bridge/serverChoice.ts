import { z } from 'zod'
import { FINGERPRINT } from '../network/pairing.ts'

/**
 * How far a server's identity is trusted.
 *
 * `vouched`: signed by an authority that the system trusts; not compared. `paired`: it shows the certificate that was compared
 * here. `unknown`: not compared yet. `changed`: another certificate was compared here.
 */
export const Verdict = z.enum(['vouched', 'paired', 'unknown', 'changed'])
export type Verdict = z.infer<typeof Verdict>

/** Maximum length of an entered server address. */
export const MAX_ADDRESS = 300

const fingerprint = z.string().regex(FINGERPRINT)

/** The certificate a server presented before anything was sent to it. */
export const ShownCertificate = z.object({ verdict: Verdict, fingerprint })
export type ShownCertificate = z.infer<typeof ShownCertificate>

/** A server to choose: its address without `/api`, and its display name. */
export const ServerLook = z.object({ address: z.string().max(MAX_ADDRESS), name: z.string().max(MAX_ADDRESS), certificate: ShownCertificate.nullable() })
export type ServerLook = z.infer<typeof ServerLook>

/** A server announced on the network, unverified. */
export const FoundServer = z.object({ address: z.string().max(MAX_ADDRESS), name: z.string().max(100), isPaired: z.boolean() })
export type FoundServer = z.infer<typeof FoundServer>

/** Commands of the login screen to choose a server. */
export const serverCommands = {
  /** Fetches the certificate of an address as typed; nothing else is sent. */
  'server.look': { input: z.object({ address: z.string().max(MAX_ADDRESS) }), output: ServerLook },
  /** The servers found on the network within a few seconds. */
  'server.find': { input: z.null(), output: z.array(FoundServer) },
  /** Switches to this server, whose certificate was compared if necessary; the program restarts. */
  'server.use': { input: z.object({ address: z.string().max(MAX_ADDRESS), fingerprint: fingerprint.nullable() }), output: z.null() },
  /** Switches to the embedded server; the program restarts. */
  'server.useOwn': { input: z.null(), output: z.null() },
  /** Confirms that the current server's certificate was compared and matches. Only for an `unknown` one. */
  'server.pair': { input: z.object({ fingerprint }), output: z.null() },
} as const
