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

/** The second, encrypted port of a program's own server, for the other computers of an office. */
export interface SharedPort {
  /** What was chosen last, and whether the port is open now. */
  readonly state: () => SharingChoice & { readonly isOn: boolean; readonly fingerprint: string }
  /**
   * Opens the port, or opens it again with other choices, and keeps the choice for the next start where that is wanted.
   *
   * Throws the system's error (`EADDRINUSE`, `EADDRNOTAVAIL`) if it cannot; then it is closed.
   */
  readonly open: (choice: SharingChoice) => Promise<void>
  /** Closes it, and forgets that it is to be opened at the next start. */
  readonly close: () => Promise<void>
  /** For the end of the process: closes it, and leaves what was chosen. */
  readonly stop: () => Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

interface SharedPortOptions {
  readonly dataFolder: string
  /** What answers the calls; the same as on the port of the program itself. */
  readonly answer: Answer
  readonly clock: Clock
  readonly log: Log
  /** How long a call may take to arrive; a test has shorter times. */
  readonly times?: ReceivingTimes
  /** The same as of the other port. */
  readonly limitConnections: LimitConnections
}

const FILE = 'sharing.json'
/** Whoever asked within this time is still there and is told of the end; a program asks every second and a half. In ms. */
const RECENT_MS = 5_000
/** How long the end is told, so that each program hears it once. In ms. */
const SHUTDOWN_NOTICE_MS = 2_000
const shutdownNotice = JSON.stringify(asEnvelope(new Refusal('sharing.ended')))

const Kept = z.object({ port: z.int().refine(isPort), address: z.string().max(45), isKeptOn: z.boolean() })
const untouched: SharingChoice = { port: DEFAULT_SHARED_PORT, address: '', isKeptOn: false }

/** The shared port of a data folder, closed; `open` it where the kept choice says so. */
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
    // Also those that are still agreeing on the encryption, which the server itself does not count.
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

/** Nothing is done any more: whoever asks is told why, and may try again when it is shared again. */
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

/** What cannot be understood is as if it had never been chosen: a server is shared only where somebody said so. */
function keptIn(file: string): SharingChoice {
  if (!existsSync(file)) return untouched
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return untouched
  }
}
