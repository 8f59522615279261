import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createServer, type Server } from '../../src/server/app.ts'
import type { ServerDeps } from '../../src/server/serverDeps.ts'
import type { Role } from '../../src/shared/features/account/roles.ts'
import type { Engine } from '../../src/server/database/dialect.ts'
import type { Database, DatabaseLocation, OpenOptions } from '../../src/server/database/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { createExportMaker } from '../../src/server/exports/exports.ts'
import { createCheckupMaker } from '../../src/server/features/checkup/maker.ts'
import { createDocumentMaker } from '../../src/server/features/document/maker.ts'
import { createPageReader } from '../../src/server/features/reading/reader.ts'
import { createPlanner } from '../../src/server/features/route/planner.ts'
import { createSensitivityMaker } from '../../src/server/features/sensitivity/maker.ts'
import { createReportMaker } from '../../src/server/features/result/report/maker.ts'
import { FONT_FILE } from '../../src/server/pdf/document.ts'
import { createConnections } from '../../src/server/http/connections.ts'
import { createSharedPort } from '../../src/server/http/sharedPort.ts'
import { silentLog } from './logs.ts'
import { passingSigningKey } from './signingKeys.ts'
import { createSheetReader } from '../../src/server/workbooks/reader.ts'
import { emptyDatabase } from './databases.ts'
import { CHEAP_PASSWORDS, PASSWORD } from './passwords.ts'
import { pageReading, workerUrl } from './serverCode.ts'
import { mustBeReplayable } from './replayed.ts'

export interface Envelope {
  readonly code: number
  readonly message: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire as another client sees it: its shape is what the tests are about
  readonly data: any
}

/** Speaks to the server like another client: by paths, headers and wire names. */
export interface Client {
  get(path: string, query?: Record<string, string | number>): Promise<Envelope>
  post(path: string, body?: unknown, query?: Record<string, string | number>): Promise<Envelope>
  upload(path: string, file: { field: string; name: string; bytes: Uint8Array }, fields?: Record<string, string>): Promise<Envelope>
  raw(path: string): Promise<LightMyRequestResponse>
  readonly token: string
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly database: Database
  readonly removeUnusedFiles: Server['removeUnusedFiles']
  readonly system: Server['system']
  /** Now in epoch ms; tests set it. */
  readonly clock: { time: number; now(): number }
  readonly sentSms: { phone: string; code: string }[]
  /** Texts without a code. */
  readonly sentTexts: { phone: string; text: string }[]
  /** For each of them, whether the server's own program requested it. */
  readonly smsByOwnProgram: boolean[]
  /** Delays of password attempts in ms; tests do not really wait. */
  readonly pauses: readonly number[]
  /** `address`: the origin of its calls, if not this computer. */
  client(token?: string, address?: string): Client
  /** Registers and logs in: the first one as administrator, who approves the others, by default as managers. */
  member(username: string, role?: Role): Promise<Client>
  /** Closes and reopens on the same database; `changed` replaces dependencies. */
  restart(changed?: Partial<ServerDeps>): Promise<TestServer>
  close(): Promise<void>
}

const resourcesFolder = join(import.meta.dirname, '../../resources')
export const APP_HEADERS = { 'x-app-id': 'community-vote-console', host: '127.0.0.1' } as const

/** Options of opening the database, for tests about that. */
interface TestDatabaseOptions extends OpenOptions {
  /** A separate PostgreSQL cluster of the test. */
  readonly clusterUrl?: string
  /** Fills the empty database before the server opens it. */
  readonly prepare?: (location: DatabaseLocation) => Promise<void>
}

/** A server with a real database of that engine, empty unless prepared, and fixed codes (`0000`, `000000`). */
export async function startServer(
  engine: Engine,
  overrides: Partial<ServerDeps> = {},
  { clusterUrl, prepare, ...openOptions }: TestDatabaseOptions = {},
): Promise<TestServer> {
  const empty = await emptyDatabase(engine, { isMigrated: prepare === undefined, ...(clusterUrl !== undefined && { clusterUrl }) })
  await prepare?.(empty.location)
  const sharedFolder = mkdtempSync(join(tmpdir(), 'vote-shared-'))
  const clock = { time: Date.parse('2026-05-01T01:00:00Z'), now: () => clock.time }
  const sentSms: { phone: string; code: string }[] = []
  const sentTexts: { phone: string; text: string }[] = []
  const smsByOwnProgram: boolean[] = []
  const pauses: number[] = []
  const signingKey = passingSigningKey()

  async function open(changed: Partial<ServerDeps> = {}): Promise<TestServer> {
    const database = await openDatabase(empty.location, { inspectionWorker: workerUrl('inspection-worker'), ...openOptions })
    const { limitConnections = createConnections() } = overrides
    const sharedPort = createSharedPort({
      dataFolder: sharedFolder,
      answer: (request, response) => app.routing(request, response),
      clock,
      log: silentLog,
      limitConnections,
      ...(overrides.times && { times: overrides.times }),
    })
    const { app, removeUnusedFiles, system } = createServer({
      database,
      clock,
      log: silentLog,
      signingKey,
      sms: {
        send: (message, { isOwnProgram }) => {
          sentSms.push(message)
          smsByOwnProgram.push(isOwnProgram)
          return Promise.resolve()
        },
        sendText: (message) => Promise.resolve(void sentTexts.push(message)),
      },
      sheets: createSheetReader({ workerUrl: workerUrl('sheet-worker'), log: silentLog }),
      reports: createReportMaker({ workerUrl: workerUrl('report-worker'), location: database.location }),
      documents: createDocumentMaker({ workerUrl: workerUrl('document-worker'), location: database.location }),
      planner: createPlanner(workerUrl('route-worker')),
      pageReader: createPageReader(pageReading),
      freeBytes: () => Promise.resolve(123_456_789),
      sensitivities: createSensitivityMaker({ workerUrl: workerUrl('sensitivity-worker'), location: database.location }),
      exports: createExportMaker({ workerUrl: workerUrl('export-worker'), location: database.location }),
      checkups: createCheckupMaker({ workerUrl: workerUrl('checkup-worker'), location: database.location }),
      divisionsFolder: join(resourcesFolder, 'divisions'),
      templatesFolder: join(resourcesFolder, 'templates'),
      recountPage: join(resourcesFolder, 'recount/template.html'),
      fontFile: join(resourcesFolder, 'fonts', FONT_FILE),
      version: '0.0.0-test',
      fixedCodes: { image: '0000', sms: '000000' },
      passwordCost: CHEAP_PASSWORDS,
      pause: (ms) => Promise.resolve(void pauses.push(ms)),
      listening: () => ({ port: 0, fingerprint: '' }),
      sharedPort,
      limitConnections,
      ...overrides,
      ...changed,
    })
    await app.ready()
    const stop = async () => {
      await sharedPort.stop()
      await app.close()
      try {
        await mustBeReplayable(database)
      } finally {
        await database.close()
      }
    }
    const { programKey } = overrides
    const client = (token = '', address = '127.0.0.1'): Client =>
      clientOf({ app, token, remoteAddress: address, ...(programKey === undefined ? {} : { programKey }) })
    let adminToken = ''
    /** A session of the first administrator, apart from those of a test. */
    const administrator = async (): Promise<Client> => {
      if ((await client(adminToken).get('/unifiedUser/get')).code === 200) return client(adminToken)
      const { username } = await database.read.selectFrom('user').select('username').where('role', '=', 'admin').orderBy('id').executeTakeFirstOrThrow()
      adminToken = await logIn(client(), username)
      return client(adminToken)
    }
    return {
      app,
      database,
      removeUnusedFiles,
      system,
      clock,
      sentSms,
      sentTexts,
      smsByOwnProgram,
      pauses,
      client,
      async member(username, role = 'manager') {
        const { data } = good(await registerAccount(client(), username, (sentSms.length + 1) * 7))
        if (data.roles.length === 0) {
          const admin = await administrator()
          await confirm(admin)
          good(await admin.post('/account/approve', { userid: data.userid, role }))
        }
        return client(await logIn(client(), username))
      },
      async restart(other) {
        await stop()
        return open(other)
      },
      async close() {
        await stop()
        await empty.remove()
      },
    }
  }
  return open()
}

/** A proxy that reads each property of `now()` at access time. */
const following = <T extends object>(now: () => T): T => new Proxy({} as T, { get: (_, name) => now()[name as keyof T] })

/** Created before the suite's tests; may be referenced at once, and read when they run. */
export function madeBefore<T extends object>(make: () => Promise<T>): T {
  let made: T
  beforeAll(async () => void (made = await make()))
  return following(() => made)
}

/** {@link startServer} for a whole suite, closed after it; a restart replaces the server. */
export function serverForAll(...given: Parameters<typeof startServer>): TestServer {
  let server: TestServer
  beforeAll(async () => void (server = await startServer(...given)))
  afterAll(() => server.close())
  const restart: TestServer['restart'] = async (changed) => (server = await server.restart(changed))
  return following(() => ({ ...server, restart }))
}

interface ClientOptions {
  readonly app: FastifyInstance
  readonly token: string
  readonly remoteAddress: string
  /** The key of an embedded server. */
  readonly programKey?: string
}

function clientOf({ app, token, remoteAddress, programKey }: ClientOptions): Client {
  const headers = { ...APP_HEADERS, ...(token === '' ? {} : { 'x-auth-id': token }), ...(programKey === undefined ? {} : { 'x-program-key': programKey }) }
  const read = (response: LightMyRequestResponse): Envelope => {
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode} instead of an envelope: ${response.body}`)
    return response.json()
  }
  const texts = (query: Record<string, string | number> = {}) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return {
    token,
    get: async (path, query) => read(await app.inject({ method: 'GET', url: `/api${path}`, query: texts(query), headers, remoteAddress })),
    post: async (path, body, query) =>
      read(await app.inject({ method: 'POST', url: `/api${path}`, query: texts(query), payload: body as object, headers, remoteAddress })),
    raw: (path) => app.inject({ method: 'GET', url: `/api${path}`, headers, remoteAddress }),
    async upload(path, { field, name, bytes }, fields = {}) {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append(field, new File([Uint8Array.from(bytes)], name))
      const request = new Request('http://127.0.0.1', { method: 'POST', body: form })
      const contentType = request.headers.get('content-type') ?? ''
      return read(
        await app.inject({
          method: 'POST',
          url: `/api${path}`,
          payload: Buffer.from(await request.arrayBuffer()),
          headers: { ...headers, 'content-type': contentType },
        }),
      )
    },
  }
}

function good(answer: Envelope): Envelope {
  if (answer.code !== 200) throw new Error(answer.message)
  return answer
}

export async function registerAccount(client: Client, username: string, phoneTail = 0): Promise<Envelope> {
  const bizid = `register-${username}`
  const phone = `138${String(phoneTail).padStart(8, '0')}`
  await client.raw(`/imgcaptcha?biztype=REGISTER_IMGCAPTCHA&bizid=${bizid}`)
  const sent = await client.get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone })
  if (sent.code !== 200) throw new Error(sent.message)
  return client.post('/unifiedUser/register', {
    username,
    nickName: username,
    sex: 0,
    password: PASSWORD,
    confirmpsw: PASSWORD,
    phone,
    captcha: '0000',
    smscaptcha: '000000',
    biztype: 'REGISTER_IMGCAPTCHA',
    bizid,
  })
}

export async function logIn(client: Client, username: string, password = PASSWORD): Promise<string> {
  const answer = await tryLogIn(client, username, password)
  if (answer.code !== 200) throw new Error(answer.message)
  return answer.data.authId as string
}

/** Confirms the password for calls that require it; valid for five minutes of the server's clock. */
export async function confirm(client: Client, password = PASSWORD): Promise<void> {
  const answer = await client.post('/account/confirm', { password })
  if (answer.code !== 200) throw new Error(answer.message)
}

export async function tryLogIn(client: Client, username: string, password: string): Promise<Envelope> {
  const bizid = `login-${username}`
  await client.raw(`/imgcaptcha?biztype=LOGIN_IMGCAPTCHA&bizid=${bizid}`)
  return client.post('/login', { username, password, captcha: '0000', bizid })
}
