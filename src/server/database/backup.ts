import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'

/** All pages in one step: a step is of one moment, and between two a writer could make it begin anew. */
const ALL_PAGES = 2 ** 31 - 1
const KEPT_BEFORE_UPGRADES = 5
const KEPT_DAILY = 7
const HOUR = 3_600_000

/**
 * Copies a database that is in use to `path`, whole or not at all, as it is at one moment.
 *
 * On a connection of its own, off this thread: neither readers nor writers wait. What stood at `path` is replaced at the end.
 */
export async function copyDatabase(file: string, path: string): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`)
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, temporary, { rate: ALL_PAGES })
    // One file that stands alone: in WAL mode it would want two more beside it as soon as somebody looks inside.
    const copy = new DatabaseSync(temporary)
    copy.exec('pragma journal_mode = delete')
    copy.close()
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    source.close()
  }
}

/** A copy of the database as the older program left it; of the newest five none is removed. */
export async function copyBeforeUpgrade(file: string, folder: string, version: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await copyDatabase(file, join(folder, `vote-v${version}-${stampOf(Date.now())}.db`))
  removeOld(folder, /^vote-v\d+-\d{14}\.db$/, KEPT_BEFORE_UPGRADES)
}

interface DailyCopies {
  readonly copyTo: (path: string) => Promise<void>
  readonly folder: string
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'error'>
}

const DAILY = /^vote-\d{14}\.db$/

/**
 * Makes a copy now if the newest is a day old, and removes all but the newest seven.
 *
 * Never throws: a full disk is no reason to stop a vote, and stands in the log.
 */
export async function copyDaily({ copyTo, folder, clock, log }: DailyCopies): Promise<void> {
  try {
    mkdirSync(folder, { recursive: true })
    const newest = copiesIn(folder, DAILY).at(-1)
    // Names are compared, not file times: those change when a folder is copied.
    if (newest !== undefined && newest > `vote-${stampOf(clock.now() - 24 * HOUR)}.db`) return
    const name = `vote-${stampOf(clock.now())}.db`
    await copyTo(join(folder, name))
    removeOld(folder, DAILY, KEPT_DAILY)
    log.info({ name }, 'daily copy of the database')
  } catch (error) {
    log.error({ err: error }, 'no daily copy of the database')
  }
}

/** Looks every hour whether a copy is due, for the first time after a minute: no start waits for it. The returned function stops. */
export function keepDailyCopies(copies: DailyCopies): () => void {
  const first = setTimeout(() => void copyDaily(copies), 60_000).unref()
  const hourly = setInterval(() => void copyDaily(copies), HOUR).unref()
  return () => {
    clearTimeout(first)
    clearInterval(hourly)
  }
}

/** `20261121090000`, in UTC. */
const stampOf = (time: number): string => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)

/** The names of a kind of copies, the oldest first. */
const copiesIn = (folder: string, names: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => names.test(name))
    .sort((a, b) => (a.slice(-17) < b.slice(-17) ? -1 : 1))

function removeOld(folder: string, names: RegExp, kept: number): void {
  for (const old of copiesIn(folder, names).slice(0, -kept)) rmSync(join(folder, old))
}
