import type { BinaryStream } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { AuditEntry, AuditFilter, AuditListRow, ImportEntry, Printed } from '#shared/features/audit/contract.ts'
import { searchWords } from '#shared/text/normalise.ts'
import type { Caller } from '../../http/context.ts'
import { FIRST_HASH, NO_ENTRY, type Link } from './chain.ts'
import { exportLines, writtenBy } from './export.ts'
import type { JournaledDatabase } from './journal.ts'
import { auditList, type ListFilter } from './list.ts'
import { partOf } from './parts.ts'
import { auditStore, type ListRow } from './store.ts'
import { checkChain, type ChainCheck } from './verify.ts'

/** What checking the journal found; `printed` is what became of the entry that a report names. */
interface Verification extends ChainCheck {
  readonly lastNumber: number
  readonly lastHash: string
  readonly printed: Printed
}

/** Long work that can be followed and stopped (job/service.ts), which stands later in the order of features. */
export type RunJob = <T>(
  caller: Pick<Caller, 'userKey' | 'signal'>,
  jobId: string,
  work: (job: { readonly signal: AbortSignal; report(stage: 'checking' | 'writing', done: number, total: number): void }) => Promise<T>,
) => Promise<T>

export interface AuditDeps {
  readonly database: JournaledDatabase
  readonly runJob: RunJob
}

/** Imports that the home page shows. */
const LAST_IMPORTS = 5

const toListRow = (row: ListRow): AuditListRow => ({
  number: row.number,
  at: row.at,
  username: row.username,
  nickName: row.nick_name,
  address: row.address,
  action: row.action,
  subject: row.subject,
  subjectName: row.subject_name ?? '',
  activityId: row.activity_id ?? '',
  activityTitle: row.activity_title ?? '',
  summary: row.summary ?? '',
  hash: row.hash ?? '',
})

/** A filter as the queries have it; a refusal 400 where its span of time is turned around. */
function listFilter({ condition, ...filter }: AuditFilter): ListFilter {
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) throw new Refusal('audit.spanTurned')
  return { ...filter, words: searchWords(condition) }
}

/**
 * The journal of every change: who, when, from where, what before and after.
 *
 * An entry is written in the transaction of the change itself, so one is never without the other. Each carries the hash
 * of the one before it, so that a change behind the program's back is found.
 */
export function createAuditService({ database, runJob }: AuditDeps) {
  /** The newest entry's number and hash: what a report prints, so that even a cut-off end is found later. */
  async function head(): Promise<Link> {
    return (await auditStore(database.read).last()) ?? NO_ENTRY
  }

  async function lookUp(number: number, hash: string): Promise<Printed> {
    const kept = number === 0 ? FIRST_HASH : await auditStore(database.read).hashOf(number)
    return kept === undefined ? 'missing' : kept === hash ? 'found' : 'differs'
  }

  return {
    /** Newest first; the contents of entries are not read. */
    async list({ pageNo, pageSize, ...filter }: { pageNo: number; pageSize: number } & AuditFilter): Promise<Page<AuditListRow>> {
      const store = auditStore(database.read)
      const wanted = listFilter(filter)
      const offset = (pageNo - 1) * pageSize
      const { numbers, total } = await auditList(database.read).page(wanted, offset, pageSize)
      return { total, rows: numbers.length === 0 ? [] : (await store.rows(numbers)).map(toListRow) }
    },

    /**
     * One entry, of a big change one part of its rows.
     *
     * @throws Refusal 404 where there is no such entry or part
     */
    async get({ number, part }: { number: number; part: number }): Promise<AuditEntry> {
      const store = auditStore(database.read)
      const entry = await store.find(number)
      if (!entry) throw new Refusal('audit.noEntry')
      const content = await partOf(database.read, entry, part)
      if (!content) throw new Refusal('audit.noPart')
      const [row] = await store.rows([number])
      if (!row) throw new Refusal('audit.noEntry')
      return { ...toListRow(row), hash: entry.hash, previousHash: entry.previous_hash, part, ...content }
    },

    /**
     * The entries that a filter lets through, as a CSV file.
     *
     * The file ends only when its own entry in the journal is written: nobody has a whole one without it.
     */
    async export({ isFull, jobId, ...filter }: AuditFilter & { isFull: boolean; jobId: string }, caller: Caller): Promise<BinaryStream> {
      const wanted = listFilter(filter)
      const total = await auditList(database.read).count(wanted)
      const { activityId } = filter
      const activity = activityId === '' ? {} : { activityId, activityTitle: await auditStore(database.read).activityTitle(activityId) }
      const chosen = { ...activity, person: filter.username, actionChosen: filter.action, condition: filter.condition, from: filter.from, to: filter.to }
      const chunks = writtenBy((write, digest) =>
        runJob(caller, jobId, async (job) => {
          const onProgress = (done: number) => job.report('writing', Math.min(done, total), total)
          let entryCount = 0
          const lines = exportLines(database.read, {
            filter: wanted,
            isMasked: !isFull,
            signal: job.signal,
            onProgress: (done) => onProgress((entryCount = done)),
          })
          for await (const text of lines) await write(text, job.signal)
          job.signal.throwIfAborted()
          await database.write(async ({ journal }) => {
            const after = { name: '操作日志', ...chosen, entryCount, isMasked: !isFull, sha256: digest() }
            journal.record({ caller, action: 'audit.export', subject: caller.user?.id ?? '', before: null, after })
          })
        }),
      )
      return { type: 'text/csv; charset=utf-8', fileName: '操作日志.csv', chunks }
    },

    /** The newest imports, newest first. */
    async lastImports(): Promise<ImportEntry[]> {
      const rows = await auditStore(database.read).lastImports(LAST_IMPORTS)
      return rows.map((row) => ({
        number: row.number,
        at: row.at,
        username: row.username,
        nickName: row.nick_name,
        action: row.action,
        fileName: String(row.file_name ?? ''),
        total: Number(row.total ?? 0),
        inserted: Number(row.inserted ?? 0),
        updated: Number(row.updated ?? 0),
        estateId: row.estate_id ?? '',
        estateName: row.estate_name ?? '',
        activityId: row.activity_id ?? '',
        activityTitle: row.activity_title ?? '',
      }))
    },

    /**
     * Whether the journal is whole, and whether it still has the entry that a report printed.
     *
     * @throws Refusal 400 where only one half of what is printed is given, 402 when the job was cancelled
     */
    async verify(
      { number, hash, jobId }: { readonly number?: number | null | undefined; readonly hash: string; readonly jobId: string },
      caller: Caller,
    ): Promise<Verification> {
      const isAsked = typeof number === 'number'
      if (isAsked !== (hash !== '')) throw new Refusal(isAsked ? 'audit.hashMissing' : 'audit.numberMissing')
      return runJob(caller, jobId, async (job) => {
        const printed = isAsked ? await lookUp(number, hash) : 'none'
        const last = await head()
        const checked = await checkChain(database.read, {
          signal: job.signal,
          onProgress: (done) => job.report('checking', Math.min(done, last.number), last.number),
        })
        return { ...checked, lastNumber: last.number, lastHash: last.hash, printed }
      })
    },
  }
}
export type AuditService = ReturnType<typeof createAuditService>
