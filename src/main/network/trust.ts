import { Agent, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, getCACertificates, setDefaultCACertificates, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Log } from '../log.ts'
import type { ShownCertificate, Verdict } from '#shared/bridge/serverChoice.ts'
import { fingerprintFrom } from '#shared/network/pairing.ts'

/** A server's certificate is not trusted here: nothing was sent to it. */
class CertificateError extends Error {
  readonly code: 'ERR_SERVER_UNKNOWN' | 'ERR_SERVER_CHANGED'
  constructor(verdict: Exclude<Verdict, 'vouched' | 'paired'>) {
    super(`the server's certificate is ${verdict}`)
    this.code = verdict === 'unknown' ? 'ERR_SERVER_UNKNOWN' : 'ERR_SERVER_CHANGED'
  }
}

/** Decides which servers to speak HTTPS with, by their certificates. */
export interface Trust {
  /** For every HTTPS call: a connection is used only once its certificate has been judged. */
  readonly agent: Agent
  /** The certificate of the last connection to an origin; null if none. */
  readonly lastShown: (origin: string) => ShownCertificate | null
  /** Connects, reads the certificate and disconnects without sending HTTP. Throws the network error. */
  readonly inspect: (origin: string) => Promise<ShownCertificate>
}

const INSPECT_TIMEOUT_MS = 5_000

/** @param pinOf the compared fingerprint of an origin (`https://host:port`); null if none */
export function createTrust(pinOf: (origin: string) => string | null): Trust {
  const shown = new Map<string, ShownCertificate>()
  const judge = (origin: string, socket: TLSSocket): ShownCertificate => {
    const fingerprint = fingerprintFrom(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
    const certificate = { verdict: verdictOf(fingerprint, pinOf(origin), socket.authorized), fingerprint }
    shown.set(origin, certificate)
    return certificate
  }
  const inspect = (origin: string): Promise<ShownCertificate> => {
    const { hostname, port } = new URL(origin)
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    return new Promise((resolve, reject) => {
      const socket = open({ host, port: Number(port || 443), timeout: INSPECT_TIMEOUT_MS }, (error) => {
        if (error === null) resolve(judge(origin, socket))
        else reject(error)
        socket.destroy()
      })
      socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    })
  }
  return { agent: new VerifyingAgent(judge), lastShown: (origin) => shown.get(origin) ?? null, inspect }
}

/**
 * If a fingerprint is pinned, only that certificate is accepted, even over one signed by an authority: that could belong to
 * another server.
 */
function verdictOf(fingerprint: string, pin: string | null, isVouchedFor: boolean): Verdict {
  if (pin !== null) return pin === fingerprint ? 'paired' : 'changed'
  return isVouchedFor ? 'vouched' : 'unknown'
}

/** Opens a TLS connection without judging it; calls back once, when established or failed. */
function open(options: ConnectionOptions, onEnd: (error: Error | null) => void): TLSSocket {
  // Node's verdict on the certificate is in `authorized`; acceptance is decided here.
  const socket = connect({ ...options, rejectUnauthorized: false })
  const settle = (error: Error | null) => {
    socket.off('secureConnect', stands)
    socket.off('error', settle)
    socket.off('close', closed)
    onEnd(error)
  }
  const stands = () => settle(null)
  const closed = () => settle(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
  socket.once('secureConnect', stands)
  socket.once('error', settle)
  socket.once('close', closed)
  return socket
}

class VerifyingAgent extends Agent {
  readonly #judge: (origin: string, socket: TLSSocket) => ShownCertificate

  constructor(judge: (origin: string, socket: TLSSocket) => ShownCertificate) {
    // No session cache: a resumed session shows no certificate.
    super({ keepAlive: true, maxCachedSessions: 0 })
    this.#judge = judge
  }

  /** Hands over a connection only if its certificate is trusted: nothing is written to it before. */
  override createConnection(options: RequestOptions, callback?: (error: Error | null, stream: Duplex) => void): null {
    const [host, port] = [options.host ?? '', options.port ?? 443]
    const { origin } = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`)
    const socket = open(options as ConnectionOptions, (error) => {
      if (error !== null) return callback?.(error, socket)
      const { verdict } = this.#judge(origin, socket)
      if (verdict === 'vouched' || verdict === 'paired') return callback?.(null, socket)
      socket.destroy()
      return callback?.(new CertificateError(verdict), socket)
    })
    return null
  }
}

/** Also trusts the operating system's certificate authorities; if its store is broken, only those bundled with Node. */
export function trustSystemAuthorities(log: Pick<Log, 'warn'>, read: typeof getCACertificates = getCACertificates): void {
  try {
    setDefaultCACertificates([...read('default'), ...read('system')])
  } catch (error) {
    log.warn({ err: error }, "the system's certificate store cannot be read")
  }
}
