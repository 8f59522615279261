import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { Refusal } from '#shared/contract/refusals.ts'
import type { SharingChoice } from '#shared/features/sharing/contract.ts'
import { DEFAULT_SHARED_PORT, isPort } from '#shared/features/sharing/rules.ts'
import { announce, type StopAnnouncing } from '../kernel/announce.ts'
import { ownCertificate, tlsOptions } from '../kernel/certificate.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { LimitConnections } from './connections.ts'
import { asEnvelope } from './errors.ts'
import { answerMalformed } from './malformed.ts'
import { headerOptions, limitBodies, receivingTimes, type ReceivingTimes } from './receiving.ts'

/** The second, encrypted port of a program's own server, for the office's other computers. */
export interface SharedPort {
  /** The last choice, and whether the port is open now. */
  readonly state: () => SharingChoice & { readonly isOn: boolean; readonly fingerprint: string }
  /**
   * Opens or reopens the port with that choice, and keeps the choice for the next start if wanted.
   *
   * Throws the system's error (`EADDRINUSE`, `EADDRNOTAVAIL`) on failure; the port is then closed.
   */
  readonly open: (choice: SharingChoice) => Promise<void>
  /** Closes it, and does not reopen it at the next start. */
  readonly close: () => Promise<void>
  /** Closes it for the end of the process; keeps the choice. */
  readonly stop: () => Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

interface SharedPortOptions {
  readonly dataFolder: string
  /** Handles the calls; the same as on the program's own port. */
  readonly answer: Answer
  readonly clock: Clock
  readonly log: Log
  /** Limits on how long a call may take to arrive; shorter in tests. */
  readonly times?: ReceivingTimes
  /** The same as for the other port. */
  readonly limitConnections: LimitConnections
}

const FILE = 'sharing.json'
/** A client seen within this time (ms) counts as connected and is told of the shutdown; programs poll every 1.5 s. */
const RECENT_MS = 5_000
/** How long the shutdown notice is served, so that each program receives it once, in ms. */
const SHUTDOWN_NOTICE_MS = 2_000
const shutdownNotice = JSON.stringify(asEnvelope(new Refusal('sharing.ended')))

const Kept = z.object({ port: z.int().refine(isPort), address: z.string().max(45), isKeptOn: z.boolean() })
const untouched: SharingChoice = { port: DEFAULT_SHARED_PORT, address: '', isKeptOn: false }

/** The shared port of a data folder, initially closed; call `open` if the kept choice says so. */
export function createSharedPort({ dataFolder, answer, clock, limitConnections, log, times = receivingTimes }: SharedPortOptions): SharedPort {
  const file = join(dataFolder, FILE)
  let choice = keptIn(file)
  let fingerprint = ''
  let lastAsked = -Infinity
  let isEnding = false
  let open: { readonly server: Server; readonly sockets: ReadonlySet<Duplex>; readonly stopAnnouncing: StopAnnouncing } | null = null

  const keep = (next: SharingChoice): void => {
    choice = next
    writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const stop = async (): Promise<void> => {
    if (open === null) return
    const { server, sockets, stopAnnouncing } = open
    open = null
    if (performance.now() - lastAsked < RECENT_MS) {
      isEnding = true
      await sleep(SHUTDOWN_NOTICE_MS)
    }
    const closed = new Promise((resolve) => server.close(resolve))
    // Also sockets still in the TLS handshake, which the server itself does not track.
    for (const socket of sockets) socket.destroy()
    await Promise.all([closed, stopAnnouncing()])
    log.info('sharing ended')
  }
  return {
    state: () => ({ ...choice, isOn: open !== null, fingerprint }),
    open: async (next) => {
      await stop()
      const certificate = await ownCertificate(dataFolder, clock.now())
      fingerprint = certificate.fingerprint
      isEnding = false
      lastAsked = -Infinity
      const server = createServer({ ...tlsOptions(certificate), ...headerOptions(times) }, (request, response) => {
        if (isEnding) return sayFarewell(response)
        lastAsked = performance.now()
        return answer(request, response)
      })
      limitBodies(server, times)
      limitConnections(server)
      server.on('clientError', answerMalformed)
      const sockets = new Set<Duplex>()
      server.on('connection', (socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
      await listen(server, next)
      open = { server, sockets, stopAnnouncing: await announce({ ...next, fingerprint }, log) }
      keep(next)
      log.info({ port: next.port }, 'sharing begun')
    },
    close: async () => {
      await stop()
      keep({ ...choice, isKeptOn: false })
    },
    stop,
  }
}

/** Answers every call with the reason for the end; a client may retry once the server is shared again. */
function sayFarewell(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }).end(shutdownNotice)
}

function listen(server: Server, { port, address }: SharingChoice): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address === '' ? '0.0.0.0' : address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** An unreadable choice counts as none: a server is shared only if explicitly chosen. */
function keptIn(file: string): SharingChoice {
  if (!existsSync(file)) return untouched
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return untouched
  }
}
