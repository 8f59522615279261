import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { ActivityPreview } from '#shared/features/retention/contract.ts'
import { yearsLater } from '#shared/features/retention/rules.ts'
import { countPersonal, erasePersonal } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { requireAdmin } from '../account/administration.ts'
import { isErased, noteErased } from '../activity/erasing.ts'
import { type ActivityRecord, inJournal } from '../activity/service.ts'
import { rosterDigest, tallyDigest } from '../journal/replay/digests.ts'
import { countingBallots, keepOwnerHashes } from '../ballot/erasing.ts'
import { rosterPropertyColumns } from '../ballot/tables.ts'
import { eraseDismissals } from '../checkup/erasing.ts'
import { contactColumns } from '../contact/tables.ts'
import { eraseLetterhead } from '../document/letterhead.ts'
import { deliveryColumns } from '../delivery/tables.ts'
import { objectionColumns, objectionDecisionColumns } from '../objection/tables.ts'
import { paperColumns } from '../paper/tables.ts'
import { eraseChanges, changesOfActivity } from '../property-change/erasing.ts'
import { proxyColumns } from '../proxy/tables.ts'
import { publicationColumns } from '../publication/tables.ts'
import { readingColumns, readingPageColumns } from '../reading/tables.ts'
import { voteRecordColumns } from '../voting/tables.ts'
import { STEPS, type Erased, type RetentionDeps } from './deps.ts'
import { retentionStore } from './store.ts'
import type { ErasureService } from '../journal/erasing.ts'
import { fileIdsIn } from '#shared/features/file/paths.ts'

/** The tables of an activity whose rows stay without the persons in them. */
export const tablesWithPeople = [
  ['roster_property', rosterPropertyColumns],
  ['vote_record', voteRecordColumns],
  ['ballot_paper', paperColumns],
  ['reading', readingColumns],
  ['proxy', proxyColumns],
  ['reading_page', readingPageColumns],
  ['notification', deliveryColumns],
  ['contact', contactColumns],
  ['publication', publicationColumns],
  ['objection', objectionColumns],
  ['objection_decision', objectionDecisionColumns],
] as const

type Deps = RetentionDeps & { readonly compactIfErased: () => Promise<boolean> }

/** Distinct days with journal entries required after the end of a vote. */
const DAYS_OF_USE = 7

/** Erases the personal data of finished activities. */
export function createActivityErasure({ database, clock, journalService, activities, files, jobs, compactIfErased }: Deps) {
  /** Returns the activity if its personal data may be erased now; else throws Refusal 404 or 409. */
  async function requireDue(db: Db, activityId: string): Promise<ActivityRecord> {
    const activity = await activities.require(db, activityId)
    if (activity.status !== ActivityStatus.finished) throw new Refusal('retention.notFinished')
    if (isErased(activity)) throw new Refusal('retention.erased')
    const { years } = await retentionStore(db).setting()
    if (years === null) throw new Refusal('retention.noYears')
    const finishedAt = (await journalService.erasing.times(db, 'activity.finish')).get(activityId) ?? activity.ends_at
    const dueAt = yearsLater(finishedAt, years)
    if (clock.now() < dueAt) throw new Refusal('retention.notDue', { from: formatTime(dueAt).slice(0, 10) })
    // A clock set ahead would end a term early: days passed are counted by the entries made on them.
    const days = await journalService.erasing.daysAfter(db, finishedAt, DAYS_OF_USE)
    if (days < DAYS_OF_USE) throw new Refusal('retention.tooFewDays', { days, needed: DAYS_OF_USE })
    database.time.requireRightClock()
    return activity
  }

  /** Data that differ from the journal are not erased: the difference could never be investigated. */
  async function requireSound(activityId: string, signal: AbortSignal): Promise<void> {
    await journalService.checks.require(activityId, signal).catch((error: unknown) => {
      const isUnsound = error instanceof Refusal && ['audit.broken', 'audit.differs', 'audit.schemaDiffers'].some((reason) => reason === error.reason)
      throw isUnsound ? new Refusal('retention.unsound', null, { cause: error }) : error
    })
  }

  return {
    /**
     * A preview of what erasing an activity's personal data would remove, with the journal's current 核验码. Read-only.
     *
     * @throws Refusal `activity.notFound` (404); 409 if it is not finished, already erased, no term is set, or the term is not over
     */
    async preview(activityId: string): Promise<ActivityPreview> {
      const activity = await requireDue(database.read, activityId)
      const { counts } = await activityData(database.read, activity, journalService.erasing)
      return { ...counts, checkCode: await journalService.newestCode(activityId) }
    },

    /**
     * Erases an activity's personal data, all or nothing, recorded in one entry.
     *
     * @throws Refusal `retention.unsound` (402) if the journal or the records fail verification, `job.cancelled` (402),
     * `account.roleTooLow` (403) for anybody but an administrator, `retention.changesWait` (409); else as the preview
     */
    erase({ activityId, jobId }: BodyOf<'retention.erase'>, caller: Caller): Promise<Erased> {
      return jobs.run(caller, jobId, async (job) => {
        await requireDue(database.read, activityId)
        job.report('checking', 0, 0)
        await requireSound(activityId, job.signal)
        job.report('writing', 1, STEPS)
        await database.write(
          async (write) => {
            const { tx } = write
            await requireAdmin(tx, caller)
            const activity = await requireDue(tx, activityId)
            const { changes, pictures, entries, counts } = await activityData(tx, activity, journalService.erasing)
            if (changes.pendingCount > 0) throw new Refusal('retention.changesWait', { count: changes.pendingCount })
            const digests = { rosterdigest: await rosterDigest(tx, activity.id), tallydigest: await tallyDigest(tx, activity.id) }
            await keepOwnerHashes(tx, activity.id, clock.now())
            for (const [table, columns] of tablesWithPeople) await erasePersonal(tx, table, columns, activity.id)
            await eraseDismissals(tx, activity.id)
            await eraseLetterhead(tx, activity.id)
            await eraseChanges(tx, changes.keys)
            job.signal.throwIfAborted()
            job.report('writing', 2, STEPS)
            const pictureCount = await files.removeUnreferenced(tx, pictures)
            await noteErased(tx, activity.id, clock.now())
            await retentionStore(tx).set({ is_to_compact: 1 })
            if (digests.rosterdigest !== (await rosterDigest(tx, activity.id))) throw new Error('the roster’s digest is another one without its owners')
            const { nameCount, phoneCount, idNumberCount, propertyCount } = counts
            const recorded = {
              ...inJournal(activity),
              nameCount,
              phoneCount,
              idNumberCount,
              pictureCount,
              houseCount: propertyCount,
              ...digests,
            }
            await journalService.erasing.erase(write, { subject: activityId, numbers: entries, recorded, caller })
            job.signal.throwIfAborted()
            job.report('writing', 3, STEPS)
          },
          { isLong: true },
        )
        return { isCompacted: await compactIfErased() }
      })
    },
  }
}

/** The current personal data of an activity. */
async function activityData(db: Db, activity: Pick<ActivityRecord, 'id' | 'public_id'>, erasing: ErasureService) {
  const found = new Map<string, Awaited<ReturnType<typeof countPersonal>>>()
  for (const [table, columns] of tablesWithPeople) found.set(table, await countPersonal(db, table, columns, activity.id))
  const tables = [...found.values()]
  const changes = await changesOfActivity(db, activity.id)
  const pictures = fileIdsIn([...tables.flatMap((table) => table.pictures), ...changes.pictures])
  const entries = await erasing.ofActivity(db, activity.public_id, [...changes.ids, ...pictures])
  const sum = (field: 'nameCount' | 'phoneCount' | 'idNumberCount'): number => tables.reduce((total, table) => total + table[field], 0)
  const rowsIn = (table: (typeof tablesWithPeople)[number][0]): number => found.get(table)?.rowCount ?? 0
  return {
    changes,
    pictures,
    entries,
    counts: {
      nameCount: sum('nameCount'),
      phoneCount: sum('phoneCount'),
      idNumberCount: sum('idNumberCount'),
      deliveryCount: rowsIn('notification'),
      changeCount: changes.keys.length,
      pictureCount: pictures.length,
      entryCount: entries.length,
      propertyCount: rowsIn('roster_property'),
      ballotCount: await countingBallots(db, activity.id),
      recordCount: rowsIn('vote_record'),
    },
  }
}
