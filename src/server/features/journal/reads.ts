import type { QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import type { JournalEntry, JournalListRow, ImportEntry } from '#shared/features/journal/contract.ts'
import { entryKindOf } from '#shared/features/words.ts'
import type { JournalAction } from '#shared/features/words.ts'
import type { Db } from '../../database/schema.ts'
import { listFilter } from './filter.ts'
import { journalList } from './list.ts'
import { contentOf } from './entryContent.ts'
import { partOf, rowsOf } from './parts.ts'
import type { JournalServiceDeps } from './deps.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { journalStore, type ListRow, type TimesAsked } from './store.ts'

/** Imports shown on the home page. */
const LAST_IMPORTS = 5
/** Number of the newest entries searched for the intended one. */
const LOOKED_THROUGH = 50

const toListRow = (row: ListRow): JournalListRow => ({
  number: row.number,
  at: row.at,
  username: row.username,
  nickName: row.nick_name,
  address: row.address,
  action: row.action,
  kind: row.kind ?? entryKindOf(row.action),
  subject: row.subject,
  subjectName: row.subject_name ?? '',
  activityId: row.activity_id ?? '',
  activityTitle: row.activity_title ?? '',
  summary: row.summary ?? '',
  isErased: row.is_erased === 1,
  hash: row.hash,
})

/** Lookups of journal entries. */
export function createJournalReads({ database }: Pick<JournalServiceDeps, 'database'>) {
  return {
    /**
     * Newest first; does not read the entries' contents.
     *
     * @throws Refusal `audit.spanTurned` (400)
     */
    async list({ pageNo, pageSize, ...filter }: QueryOf<'audit.list'>): Promise<Page<JournalListRow>> {
      const store = journalStore(database.read)
      const wanted = listFilter(filter)
      const offset = (pageNo - 1) * pageSize
      const { numbers, total } = await journalList(database.read).page(wanted, offset, pageSize)
      return { total, rows: numbers.length === 0 ? [] : (await store.rows(numbers)).map(toListRow) }
    },

    /**
     * One entry; for a big change with one part of its rows.
     *
     * @throws Refusal `audit.noEntry`, `audit.noPart` (404)
     */
    async get({ number, part }: QueryOf<'audit.get'>): Promise<JournalEntry> {
      const store = journalStore(database.read)
      const entry = required(await store.find(number), 'audit.noEntry')
      const content = required(await partOf(database.read, entry, part), 'audit.noPart')
      const [row] = await store.rows([number])
      if (!row) throw new Refusal('audit.noEntry')
      return { ...toListRow(row), hash: entry.hash, previousHash: entry.previous_hash, part, ...content }
    },

    /**
     * The newest entry about a subject with any of some actions, with all its rows; null if there is none. An erased one has no content.
     *
     * @param isMeant selects the intended one among a few later ones, by its `after`
     */
    async newestAbout(db: Db, subject: string, actions: readonly JournalAction[], isMeant?: (after: unknown) => boolean) {
      for (const entry of await journalStore(db).newestAbout(subject, actions, isMeant ? LOOKED_THROUGH : 1)) {
        const content = contentOf(entry)
        if (isMeant && !isMeant(content.after)) continue
        const { number, at, action, user_id: userKey, username, nick_name: nickName } = entry
        return { number, at, action, userKey, username, nickName, ...content, rows: await rowsOf(db, number) }
      }
      return null
    },

    /** When a user last did something, newest first: at most `limit` times, none before `since`. */
    newest: (db: Db, search: TimesAsked & { readonly action: JournalAction }) => journalStore(db).newestTimes(search),

    /** The newest imports into a scope's estates, newest first. */
    async lastImports(scope: EstateScope): Promise<ImportEntry[]> {
      const rows = await journalStore(database.read).lastImports(scope, LAST_IMPORTS)
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
  }
}
