import type { BodyOf, QueryOf } from '#shared/contract/index.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Publication, PublicationDraft, StandingPublication } from '#shared/features/publication/contract.ts'
import { PublicationKind, publicationStep } from '#shared/features/publication/rules.ts'
import { notWithdrawn, withdrawalOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { requireKept } from '../activity/erasing.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { FileService } from '../file/service.ts'
import { publicationStore } from './store.ts'
import type { PublicationTable } from './tables.ts'

export interface PublicationDeps extends ServiceDeps {
  readonly activities: Pick<ActivityService, 'require' | 'requireStep' | 'ofKey'>
  readonly files: Pick<FileService, 'requirePictures'>
  /** Whether an activity has a correction in force, without which none can be published. */
  readonly hasCorrection: (db: Db, activityKey: number) => Promise<boolean>
}

const picturesOf = ({ pictures }: Pick<PublicationTable, 'pictures'>): string[] => JSON.parse(pictures) as string[] // this feature alone writes it

/** 公示: what was posted for the owners, where, and from which day to which (`after.md` section 3). */
export function createPublicationService({ database, clock, activities, files, hasCorrection }: PublicationDeps) {
  return {
    /**
     * One page of an activity's publications, newest first, and the total; includes withdrawn ones.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list({ activityId, ...paging }: QueryOf<'publication.list'>): Promise<Page<Publication>> {
      const activity = await activities.require(database.read, activityId)
      const store = publicationStore(database.read)
      const rows = await store.page(activity.id, paging)
      return {
        total: await store.count(activity.id),
        rows: rows.map((row) => ({
          id: row.public_id,
          activityId,
          kind: row.kind,
          dateFrom: row.date_from,
          dateTo: row.date_to,
          places: row.places,
          remark: row.remark,
          pictures: picturesOf(row),
          ...withdrawalOf(row),
        })),
      }
    },

    standing: ({ activityIds }: QueryOf<'publication.standing'>): Promise<StandingPublication[]> => publicationStore(database.read).standing(activityIds),

    /**
     * Registers a publication.
     *
     * @returns the publication's public id
     * @throws Refusal `publication.endsBefore`, `file.pictureGone` (400), `publication.noCorrection` (402),
     * `activity.notFound` (404), `activity.wrongStatus`, `retention.noPublications` (409)
     */
    async save({ activityId, kind, dateFrom, dateTo, places, remark, pictures }: PublicationDraft, caller: Caller): Promise<{ id: string }> {
      if (dateTo < dateFrom) throw new Refusal('publication.endsBefore')
      const id = newId()
      await database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, publicationStep(kind), caller)
        requireKept(activity, 'publications')
        if (kind === PublicationKind.correction && !(await hasCorrection(tx, activity.id))) throw new Refusal('publication.noCorrection')
        await files.requirePictures(tx, pictures, 'pics')
        await publicationStore(tx).insert({
          public_id: id,
          activity_id: activity.id,
          kind,
          date_from: dateFrom,
          date_to: dateTo,
          places,
          remark,
          pictures: JSON.stringify(pictures),
          created_by: caller.userKey,
          created_at: clock.now(),
          ...notWithdrawn,
        })
        const after = { ...inJournal(activity), publicationKind: kind, dateFrom, dateTo, places, publicationRemark: remark, pictures }
        journal.record({ caller, action: 'publication.save', subject: id, before: null, after, state: await stateOf(tx, { publications: [id] }) })
      })
      return { id }
    },

    /**
     * Withdraws a publication, in any status: it stays on record and is no longer running.
     *
     * @throws Refusal `publication.notFound` (404), `publication.alreadyWithdrawn`, `retention.noPublications` (409)
     */
    async withdraw({ id, reason }: BodyOf<'publication.withdraw'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = publicationStore(tx)
        const row = required(await store.find(id), 'publication.notFound')
        const activity = await activities.ofKey(tx, row.activity_id)
        requireKept(activity, 'publications')
        if (row.withdrawn_at !== null) throw new Refusal('publication.alreadyWithdrawn')
        await store.withdraw(row.id, { withdrawn_by: caller.userKey, withdrawn_at: clock.now(), withdraw_reason: reason })
        const about = { ...inJournal(activity), publicationKind: row.kind, dateFrom: row.date_from, dateTo: row.date_to }
        const state = await stateOf(tx, { publications: [id] })
        journal.record({ caller, action: 'publication.withdraw', subject: id, before: about, after: { ...about, reason }, state })
      })
    },
  }
}
export type PublicationService = ReturnType<typeof createPublicationService>
