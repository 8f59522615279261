import type { Transaction } from 'kysely'
import { invalid } from '#shared/contract/envelope.ts'
import type { Page } from '#shared/contract/page.ts'
import type { EndpointName } from '#shared/contract/index.ts'
import type { AuditEntry, ImportEntry, OwnAction, Printed } from '#shared/features/audit/contract.ts'
import type { Database } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { chained, FIRST_HASH, firstBroken, type Draft } from './chain.ts'
import { auditStore, type AuditFilter } from './store.ts'

/** One change as a service reports it. `before` is null for what is new, `after` for what is gone; both are plain data. */
export interface Change {
  readonly caller: Caller
  readonly action: EndpointName | OwnAction
  /** The public id of what was changed; `''` where it has none. */
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

/** What checking the journal found; `printed` is what became of the entry that a report names. */
interface Verification {
  readonly entryCount: number
  readonly isIntact: boolean
  readonly brokenAt: number | null
  readonly lastNumber: number
  readonly lastHash: string
  readonly printed: Printed
}

const say = { numberMissing: '请输入报告上的编号', hashMissing: '请输入报告上的校验值' } as const

/** Entries that are checked between two turns of the event loop. */
const VERIFY_STEP = 2_000
/** Imports that the home page shows. */
const LAST_IMPORTS = 5

/**
 * The journal of every change: who, when, from where, what before and after.
 *
 * An entry is written in the transaction of the change itself, so one is never without the other: all of a group of jobs
 * in one statement before its commit. Each carries the hash of the one before it, so that a change behind the program's back is found. Writers come one at a time (write-door.ts),
 * which is what makes a single chain possible.
 */
export function createAuditService({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  let ofJob: Draft[] = []
  let ofGroup: Draft[] = []
  database.employ({
    groupBegins() {
      ofJob = []
      ofGroup = []
    },
    jobEnds(isKept) {
      if (isKept) ofGroup.push(...ofJob)
      ofJob = []
    },
    async beforeCommit(tx) {
      if (ofGroup.length === 0) return
      const store = auditStore(tx)
      await store.insertAll(chained((await store.last()) ?? { number: 0, hash: FIRST_HASH }, ofGroup))
    },
  })

  /** The newest entry's number and hash: what a report prints, so that even a cut-off end is found later. */
  async function head(): Promise<{ number: number; hash: string }> {
    return (await auditStore(database.read).last()) ?? { number: 0, hash: FIRST_HASH }
  }

  async function lookUp(number: number, hash: string): Promise<Printed> {
    const kept = number === 0 ? FIRST_HASH : await auditStore(database.read).hashOf(number)
    return kept === undefined ? 'missing' : kept === hash ? 'found' : 'differs'
  }

  /** Checks every entry; other calls go on meanwhile. */
  async function checkAll(): Promise<Pick<Verification, 'entryCount' | 'isIntact' | 'brokenAt'>> {
    const store = auditStore(database.read)
    let before = { number: 0, hash: FIRST_HASH }
    for (;;) {
      const entries = await store.after(before.number, VERIFY_STEP)
      const brokenAt = firstBroken(before, entries)
      if (brokenAt !== null) return { entryCount: before.number, isIntact: false, brokenAt }
      const last = entries.at(-1)
      if (!last) return { entryCount: before.number, isIntact: true, brokenAt: null }
      before = last
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  return {
    /** Keeps a change for the journal: it is written, or rolled back, with the job that calls this. */
    record(_tx: Transaction<Schema>, { caller, action, subject, before, after }: Change): Promise<void> {
      ofJob.push({
        at: clock.now(),
        user_id: caller.userKey,
        username: caller.user?.username ?? '',
        nick_name: caller.user?.nickName ?? '',
        address: caller.address,
        action,
        subject,
        before_data: JSON.stringify(before ?? null),
        after_data: JSON.stringify(after ?? null),
      })
      return Promise.resolve()
    },

    async list({ pageNo, pageSize, ...filter }: { pageNo: number; pageSize: number } & AuditFilter): Promise<Page<AuditEntry>> {
      const { rows, total } = await auditStore(database.read).page(filter, (pageNo - 1) * pageSize, pageSize)
      return {
        total,
        rows: rows.map((row) => ({
          number: row.number,
          at: row.at,
          username: row.username,
          nickName: row.nick_name,
          address: row.address,
          action: row.action,
          subject: row.subject,
          before: JSON.parse(row.before_data) as unknown,
          after: JSON.parse(row.after_data) as unknown,
          hash: row.hash,
        })),
      }
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
     * @throws Refusal 400 where only one half of what is printed is given
     */
    async verify({ number, hash }: { readonly number?: number | null | undefined; readonly hash: string }): Promise<Verification> {
      const isAsked = typeof number === 'number'
      if (isAsked !== (hash !== '')) throw isAsked ? invalid('hash', say.hashMissing) : invalid('number', say.numberMissing)
      const printed = isAsked ? await lookUp(number, hash) : 'none'
      const last = await head()
      return { ...(await checkAll()), lastNumber: last.number, lastHash: last.hash, printed }
    },
  }
}
export type AuditService = ReturnType<typeof createAuditService>
