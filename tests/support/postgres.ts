import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { isWindows } from './system.ts'

/** The user running the server: PostgreSQL refuses root, so there it is `postgres`. */
function runAs(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/** The folder of initdb and postgres, or null if PostgreSQL is not installed. */
function findPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, isWindows ? `${name}.exe` : name)))) ?? null
}

/** A port that no process listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

export interface Cluster {
  /** `postgres://…@127.0.0.1:PORT`, without a database name. */
  readonly url: string
  /** Stops the server immediately, as in a crash, and keeps its data. */
  pause(): Promise<void>
  /** Restarts it at the same address. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Settings that survive a process crash: only a power failure would show the difference. */
const UNSYNCED = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/**
 * Starts a private PostgreSQL cluster in a temporary folder; null if PostgreSQL is not installed.
 *
 * `isSynced`: writes durably as in an office, for benchmarks.
 */
export async function startCluster({ isSynced = false } = {}): Promise<Cluster | null> {
  const programs = findPrograms()
  const user = runAs()
  if (!programs || !user) return null
  const folder = mkdtempSync(join(tmpdir(), 'vote-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const name = user.uid === undefined ? userInfo().username : 'postgres'
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', name, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const start = (): ChildProcess =>
    spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200', ...(isSynced ? [] : UNSYNCED)],
      {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      },
    )
  let server = start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null) return
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await exited
  }
  const url = `postgres://${name}@127.0.0.1:${port}`
  try {
    await untilItAnswers(programs, port, server)
  } catch (error) {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url,
    pause: () => end('SIGQUIT'),
    async resume() {
      server = start()
      await untilItAnswers(programs, port, server)
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(programs: string, port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended while it was starting')
    try {
      execFileSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100)) // not yet
    }
  }
  throw new Error('PostgreSQL did not start within 15 s')
}

/** Runs a statement on the cluster itself, such as creating and dropping databases. */
export async function administer(clusterUrl: string, statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ connectionString: `${clusterUrl}/${database}` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
