import type { AnswerOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { Letterhead, type LetterheadChange } from '#shared/features/document/contract.ts'
import type { LetterheadField } from '#shared/features/document/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { checkVersion, nextWrite, versionOf } from '../../kernel/version.ts'
import { isErased } from '../activity/erasing.ts'
import { inJournal, type ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { LetterheadTable } from './tables.ts'

/** Texts for documents; for a field that is `''` documents leave a gap. */
export type LetterheadTexts = Readonly<Record<LetterheadField, string>>

const NOTHING: LetterheadTexts = { convener: '', contactName: '', contactPhone: '', venue: '', paperNumber: '', supervisors: '' }
/** The version before the first save: so of two concurrent first saves the second is refused. */
const NEVER = 0

const textsOf = (row: LetterheadTable): LetterheadTexts => ({
  convener: row.convener,
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  venue: row.venue,
  paperNumber: row.paper_number,
  supervisors: row.supervisors,
})
const answerOf = (row: LetterheadTable | undefined): Letterhead => ({ version: versionOf(row?.updated_at ?? NEVER), ...(row ? textsOf(row) : NOTHING) })

/** Queries on 文书信息. */
function letterheadQueries(db: Db) {
  return {
    find: (activityKey: number) => db.selectFrom('letterhead').selectAll().where('activity_id', '=', activityKey).executeTakeFirst(),
    /** The most recently saved one of the estate's other activities. */
    lastOfEstate: (estateKey: number, activityKey: number) =>
      db
        .selectFrom('letterhead')
        .innerJoin('activity', 'activity.id', 'letterhead.activity_id')
        .selectAll('letterhead')
        .select('activity.title')
        .where('activity.estate_id', '=', estateKey)
        .where('activity.id', '<>', activityKey)
        .orderBy('letterhead.updated_at', 'desc')
        .orderBy('letterhead.activity_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async put(row: LetterheadTable): Promise<void> {
      await db
        .insertInto('letterhead')
        .values(row)
        .onConflict((conflict) => conflict.column('activity_id').doUpdateSet(row))
        .execute()
    },
  }
}

/** The office's data for an activity's documents. */
export async function letterheadOf(db: Db, activityKey: number): Promise<LetterheadTexts> {
  const row = await letterheadQueries(db).find(activityKey)
  return row ? textsOf(row) : NOTHING
}

/** Deletes it entirely, as it names people and a phone; documents then have gaps again. */
export async function eraseLetterhead(tx: Db, activityKey: number): Promise<void> {
  await tx.deleteFrom('letterhead').where('activity_id', '=', activityKey).execute()
}

interface LetterheadDeps extends ServiceDeps {
  readonly activities: Pick<ActivityService, 'require'>
}

/** 文书信息: entered once for all documents of the activity. */
export function createLetterheads({ database, clock, activities }: LetterheadDeps) {
  return {
    /** @throws Refusal `activity.notFound` (404) */
    async letterhead(activityId: string): Promise<AnswerOf<'document.letterhead'>> {
      const { id, estate_id: estateKey } = await activities.require(database.read, activityId)
      const row = await letterheadQueries(database.read).find(id)
      const last = row ? undefined : await letterheadQueries(database.read).lastOfEstate(estateKey, id)
      return { letterhead: answerOf(row), suggested: last ? { activityTitle: last.title, ...textsOf(last) } : null }
    },

    /**
     * Allowed in every status: documents may be regenerated after changes.
     *
     * @throws Refusal `activity.notFound` (404); 409 with `document.letterheadErased`, or `form.stale` if changed since the given version
     */
    async saveLetterhead({ activityId, version, ...texts }: LetterheadChange, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        if (isErased(activity)) throw new Refusal('document.letterheadErased')
        const before = await letterheadQueries(tx).find(activity.id)
        const last = before?.updated_at ?? NEVER
        checkVersion(version, last, () => Letterhead.encode(answerOf(before)))
        await letterheadQueries(tx).put({
          activity_id: activity.id,
          convener: texts.convener,
          contact_name: texts.contactName,
          contact_phone: texts.contactPhone,
          venue: texts.venue,
          paper_number: texts.paperNumber,
          supervisors: texts.supervisors,
          updated_at: nextWrite(clock.now(), last),
        })
        const about = inJournal(activity)
        journal.record({
          caller,
          action: 'document.saveLetterhead',
          subject: activityId,
          before: before ? { ...about, ...textsOf(before) } : null,
          after: { ...about, ...texts },
        })
      })
    },
  }
}
