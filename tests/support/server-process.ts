import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { serverCode, SERVER_FLAGS } from '../../build/scripts/server-code.mjs'
import type { Role } from '../../src/shared/features/account/roles.ts'
import { CHEAP_PASSWORDS, PASSWORD } from './passwords.ts'
import type { Envelope } from './server.ts'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  readonly url: string
  /** The parsed line of its standard output. */
  readonly line: { readonly url: string; readonly fingerprint?: string; readonly pairing?: string }
  readonly pid: number
  /** SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>
  /** Resolves with its exit code. */
  stop(signal?: 'SIGTERM' | 'SIGHUP'): Promise<number | null>
  /** Resident memory in bytes, from /proc (Linux only). */
  memory(): Promise<number>
  /** Its private memory: pages of program files come and go with the machine's load. */
  ownMemory(): Promise<number>
  /** CPU time of its main thread in ms, from /proc, excluding waits. */
  mainThreadMs(): Promise<number>
  /** CPU time of all its threads in ms: independent of the machine's load. */
  processorTime(): Promise<number>
}

/** Starts the server as a process, like `npm run server:dev`; resolves when it is ready. */
export const startProcess = (args: readonly string[], entry: 'dev' | 'standalone' = 'dev'): Promise<ServerProcess> => started(args, entry, [], 'ignore')

export interface MovedServer extends ServerProcess {
  /** Sets its clock that many milliseconds ahead of the computer's. */
  setAhead(ms: number): Promise<void>
}

/** A server process whose clock a test moves. */
export async function startMovedProcess(args: readonly string[]): Promise<MovedServer> {
  const { child, ...server } = await started(args, 'dev', ['--import', join(import.meta.dirname, 'movedClock.mjs')], 'ipc')
  const setAhead = (ms: number) =>
    new Promise<void>((resolve) => {
      child.once('message', () => resolve())
      child.send(ms)
    })
  return { ...server, setAhead }
}

/** How to stop each server that runs. */
const running = new Set<() => Promise<unknown>>()

/** Stops the servers that a spec has left running. */
export async function stopServers(): Promise<void> {
  for (const stop of running) await stop()
}

async function started(args: readonly string[], entry: 'dev' | 'standalone', flags: readonly string[], channel: 'ipc' | 'ignore') {
  // Its own folder even with PostgreSQL data: each server keeps its key there.
  const folder = args.includes('--data') ? null : mkdtempSync(join(tmpdir(), 'vote-process-'))
  const words = ['--port', '0', ...(folder === null ? [] : ['--data', folder]), ...args]
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...flags, serverCode(entry), ...words], {
    stdio: ['ignore', 'pipe', 'pipe', channel],
    cwd: root,
    env: { ...process.env, VOTE_DEV_PASSWORD_LOG2N: String(CHEAP_PASSWORDS.log2N) },
  })
  child.once('exit', () => folder !== null && rmSync(folder, { recursive: true, force: true }))
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the server has no pipes')
  let complaints = ''
  stderr.on('data', (chunk) => (complaints += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  running.add(stop)
  child.once('exit', () => running.delete(stop))
  const line = await new Promise<ServerProcess['line']>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', (text) => resolve(JSON.parse(text) as ServerProcess['line']))
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${complaints}`)))
  })
  return {
    child,
    url: line.url,
    line,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop,
    memory: () => residentMemory(child, 'VmRSS'),
    ownMemory: () => residentMemory(child, 'RssAnon'),
    mainThreadMs: async () => Number((await readFile(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6,
    processorTime: () => spentProcessorTime(child),
  }
}

/** The kernel counts in hundredths of a second. */
async function spentProcessorTime(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  // After the name in brackets, which may contain blanks, the 12th and 13th fields are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function residentMemory(child: ChildProcess, account: 'VmRSS' | 'RssAnon'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${account}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}

/** Speaks HTTP to a server process, like another client. */
export function httpClient(url: string, token = '') {
  const headers = { 'x-app-id': 'community-vote-console', ...(token === '' ? {} : { 'x-auth-id': token }) }
  const read = async (response: Response): Promise<Envelope> => (await response.json()) as Envelope
  const query = (values: Record<string, string | number>) => new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return {
    url,
    get: async (path: string, values: Record<string, string | number> = {}) => read(await fetch(`${url}/api${path}?${query(values).toString()}`, { headers })),
    post: async (path: string, body: unknown) =>
      read(await fetch(`${url}/api${path}`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })),
    async upload(path: string, field: string, name: string, bytes: Uint8Array, fields: Record<string, string> = {}) {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append(field, new File([Uint8Array.from(bytes)], name))
      return read(await fetch(`${url}/api${path}`, { method: 'POST', headers, body: form }))
    },
  }
}
export type HttpClient = ReturnType<typeof httpClient>

/** The administrator of each server, who approves later accounts. */
const administrators = new Map<string, string>()

const pictureOf = (url: string, type: string, bizid: string) =>
  fetch(`${url}/api/imgcaptcha?biztype=${type}&bizid=${bizid}`, { headers: { 'x-app-id': 'community-vote-console' } }).then((response) =>
    response.arrayBuffer(),
  )

/** Logs in over HTTP; `authId` in the answer is the token. */
export async function askLogIn(url: string, username: string) {
  await pictureOf(url, 'LOGIN_IMGCAPTCHA', username)
  return httpClient(url).post('/login', { username, password: PASSWORD, captcha: '0000', bizid: username })
}

/** Registers an account without a login: a server's first one is administrator, others wait for approval. */
export async function registerOver(url: string, username: string, phone: string, nickName: string) {
  const client = httpClient(url)
  await pictureOf(url, 'REGISTER_IMGCAPTCHA', username)
  await client.get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid: username, imgcaptcha: '0000', phone })
  const registered = await client.post('/unifiedUser/register', {
    username,
    nickName,
    sex: 0,
    password: PASSWORD,
    confirmpsw: PASSWORD,
    phone,
    captcha: '0000',
    smscaptcha: '000000',
    setupcode: '00000000',
    biztype: 'REGISTER_IMGCAPTCHA',
    bizid: username,
  })
  if (registered.code !== 200) throw new Error(registered.message)
  return registered.data as { readonly userid: string; readonly roles: readonly Role[] }
}

/**
 * Registers and approves an account if new, and logs in; returns the session's token.
 *
 * A server's first one is administrator, others get the given role.
 */
export async function memberToken(url: string, username = 'admin_1', phone = '13800000001', nickName = username, role: Role = 'manager'): Promise<string> {
  const known = await askLogIn(url, username)
  if (known.code === 200) return known.data.authId as string
  const { userid, roles } = await registerOver(url, username, phone, nickName)
  if (roles.length > 0) administrators.set(url, username)
  else {
    const admin = httpClient(url, (await askLogIn(url, administrators.get(url) ?? 'admin_1')).data?.authId as string)
    await admin.post('/account/confirm', { password: PASSWORD })
    const approved = await admin.post('/account/approve', { userid, role })
    if (approved.code !== 200) throw new Error(approved.message)
    await admin.get('/logout')
  }
  return (await askLogIn(url, username)).data.authId as string
}
