import type { Kysely, Transaction } from 'kysely'
import type { FieldError } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import { Activity, type ActivityChange, type ActivityDraft, type ActivityRow, type ActivitySort, type Topic } from '#shared/features/activity/contract.ts'
import { ActivityStatus, activitySteps, draftErrors, stepRefusal, type ActivityStep, type StatusStep } from '#shared/features/activity/rules.ts'
import { searchKey, searchWords } from '#shared/text/normalise.ts'
import type { Place } from '#shared/place/place.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite, versionOf } from '../../kernel/version.ts'
import type { EstateService } from '../estate/service.ts'
import type { FileService } from '../file/service.ts'
import type { PropertyService } from '../property/service.ts'
import { attached, draftOfCopy, fileErrors, filesOf, isSameScope, scopeOf, slotsOf, toTopics, unknownIdErrors, unknownPaths, type Slot } from './rules.ts'
import { activityStore } from './store.ts'
import type { ActivityTable } from './tables.ts'

type UnitPlace = Omit<Place, 'room'>
/** An activity's row on the database. */
export type ActivityRecord = Omit<ActivityTable, 'id'> & { readonly id: number }

/** Which properties a roster is to hold. */
export interface RosterFit {
  readonly activityKey: number
  readonly estateKey: number
  /** The scope that the roster was taken for; nothing where it is new. */
  readonly wasInScope: (place: UnitPlace) => boolean
  readonly isInScope: (place: UnitPlace) => boolean
  /** When the houses that are taken in count as written. */
  readonly now: number
}
/** Runs between two statements of long work, so that other desks are served meanwhile. */
export type Step = () => void | Promise<void>

export interface ActivityDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly files: FileService
  /** The ballots stand later in the order of features, so the composition root hands in what is asked of them. */
  readonly rosters: {
    fit(tx: Transaction<Schema>, fit: RosterFit, step: Step): Promise<{ added: number; removed: number }>
    clear(tx: Transaction<Schema>, activityKey: number, step: Step): Promise<void>
    hasBallots(db: Kysely<Schema>, activityKey: number): Promise<boolean>
  }
}

type RowColumns = Pick<ActivityTable, 'public_id' | 'title' | 'summary' | 'counting_rule' | 'starts_at' | 'ends_at' | 'status' | 'updated_at'> & {
  readonly estate_public_id: string
  readonly estate_name: string
  readonly creator_id: string
}

function toRow(row: RowColumns): ActivityRow {
  return {
    id: row.public_id,
    title: row.title,
    estateName: row.estate_name,
    estateId: row.estate_public_id,
    summary: row.summary,
    countingRule: row.counting_rule,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    creator: row.creator_id,
    version: versionOf(row.updated_at),
  }
}

/** What an entry of the journal keeps of an activity: its version says nothing of what it is. */
const content = ({ version: _version, ...rest }: Activity) => rest
/** Which activity an entry of the journal is about. */
export const inJournal = ({ public_id: activityId, title: activityTitle }: Pick<ActivityTable, 'public_id' | 'title'>) => ({ activityId, activityTitle })

/** The columns that a draft fills. */
function toColumns(draft: ActivityDraft) {
  return {
    title: draft.title,
    title_key: searchKey(draft.title),
    summary: draft.summary,
    detail: draft.detail,
    counting_rule: draft.countingRule,
    rule_basis: draft.ruleBasis,
    starts_at: draft.startsAt,
    ends_at: draft.endsAt,
    scope_paths: JSON.stringify([...new Set(draft.scopePaths)]),
    pictures: JSON.stringify(draft.pictures),
    files: JSON.stringify(draft.files),
  }
}

const scopePathsOf = ({ scope_paths }: Pick<ActivityTable, 'scope_paths'>): string[] => JSON.parse(scope_paths) as string[]
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

function refuseAll(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal('request.invalid', { errors })
}

/** Vote activities (投票活动): `wire.md` section 4. */
export function createActivityService({ database, clock, estates, properties, files, rosters }: ActivityDeps) {
  async function require(db: Kysely<Schema>, activityId: string): Promise<ActivityRecord> {
    const row = await activityStore(db).find(activityId)
    if (!row) throw new Refusal('activity.notFound')
    return row
  }

  async function topicsOf(db: Kysely<Schema>, activityKey: number): Promise<Topic[]> {
    const store = activityStore(db)
    return toTopics(await store.topics(activityKey), await store.options(activityKey))
  }

  async function whole(db: Kysely<Schema>, activityId: string): Promise<Activity> {
    const row = await activityStore(db).findWhole(activityId)
    if (!row) throw new Refusal('activity.notFound')
    return { ...toRow(row), ruleBasis: row.rule_basis, detail: row.detail, scopePaths: scopePathsOf(row), ...attached(row), topics: await topicsOf(db, row.id) }
  }

  function requireStatus(activity: ActivityRecord, step: ActivityStep): void {
    const reason = stepRefusal(activity.status, step)
    if (reason !== null) throw new Refusal(reason, { status: activity.status, step })
  }

  function requireCreator(activity: ActivityRecord, caller: Caller): void {
    if (activity.created_by !== caller.userKey) throw new Refusal('activity.notCreator')
  }

  /** The activity, where its status allows the step and the caller may take it; else a refusal 404, 403 or 409. */
  async function requireStep(db: Kysely<Schema>, activityId: string, step: ActivityStep, caller: Caller): Promise<ActivityRecord> {
    const activity = await require(db, activityId)
    if (activitySteps[step].isCreatorOnly) requireCreator(activity, caller)
    requireStatus(activity, step)
    return activity
  }

  async function requireFiles(db: Kysely<Schema>, draft: ActivityDraft): Promise<void> {
    const named = filesOf(draft)
    const mediaTypes = await files.mediaTypes(
      db,
      named.map(({ path }) => path),
    )
    refuseAll(fileErrors(named, mediaTypes))
  }

  async function requirePaths(db: Kysely<Schema>, estateKey: number, paths: readonly string[]): Promise<void> {
    const [unknown] = paths.length === 0 ? [] : unknownPaths(paths, await properties.units(db, estateKey))
    if (unknown !== undefined) throw new Refusal('activity.unknownScope', { path: unknown })
  }

  /** Takes the activity to the status that the step leads to. */
  async function take(activityId: string, step: StatusStep, caller: Caller): Promise<null> {
    await database.write(async ({ tx, journal }) => {
      const activity = await requireStep(tx, activityId, step, caller)
      if (step === 'start' && !(await rosters.hasBallots(tx, activity.id))) throw new Refusal('activity.noBallots')
      const status = activitySteps[step].to
      await activityStore(tx).update(activity.id, { status, updated_at: nextWrite(clock.now(), activity.updated_at) })
      journal.record({
        caller,
        action: `activity.${step}`,
        subject: activityId,
        before: { ...inJournal(activity), status: activity.status },
        after: { ...inJournal(activity), status },
      })
    })
    return null
  }

  /** Writes an activity of status 0 and takes its roster: a copy of each property in scope, each with a ballot of its own. */
  async function create(tx: Transaction<Schema>, draft: ActivityDraft, caller: Caller): Promise<{ id: string; estateName: string; rosterCount: number }> {
    const estate = await estates.require(tx, draft.estateId)
    await requirePaths(tx, estate.id, draft.scopePaths)
    await requireFiles(tx, draft)
    const store = activityStore(tx)
    const id = newId()
    const now = clock.now()
    const { id: activityKey } = await store.insert({
      ...toColumns(draft),
      public_id: id,
      estate_id: estate.id,
      status: ActivityStatus.notStarted,
      created_by: caller.userKey,
      created_at: now,
      updated_at: now,
    })
    // An id is given by the server: a draft that was copied from another activity must not take its topics along.
    const topics = draft.topics.map((topic) => ({ ...topic, id: '', options: topic.options.map((option) => ({ ...option, id: '' })) }))
    await store.replaceTopics(activityKey, topics, newId)
    const fit = { activityKey, estateKey: estate.id, wasInScope: () => false, isInScope: scopeOf(draft.scopePaths), now }
    const { added } = await rosters.fit(tx, fit, nextTurn)
    return { id, estateName: estate.name, rosterCount: added }
  }

  async function ofEstate(estateId: string, statuses: readonly ActivityStatus[]): Promise<ActivityRow[]> {
    const estate = await estates.require(database.read, estateId)
    return (await activityStore(database.read).ofEstate(estate.id, statuses)).map(toRow)
  }

  return {
    require,
    requireStep,

    /** The activity that another row refers to. */
    async ofKey(db: Kysely<Schema>, activityKey: number): Promise<ActivityRecord> {
      const row = await activityStore(db).byKey(activityKey)
      if (!row) throw new Error(`there is no activity ${activityKey}`)
      return row
    },
    /** The activities of an estate that are not finished, oldest first. */
    unfinishedOfEstate: (db: Kysely<Schema>, estateKey: number): Promise<ActivityRecord[]> => activityStore(db).unfinished(estateKey),

    async list({ pageNo, pageSize, name, sort }: { pageNo: number; pageSize: number; name: string; sort?: ActivitySort }): Promise<Page<ActivityRow>> {
      const { rows, total } = await activityStore(database.read).page(searchWords(name), sort ?? null, (pageNo - 1) * pageSize, pageSize)
      return { rows: rows.map(toRow), total }
    },

    /** The status of each of the activities that there are. */
    statuses: (db: Kysely<Schema>, activityIds: readonly string[]) => activityStore(db).findAll(activityIds),

    get: (activityId: string): Promise<Activity> => whole(database.read, activityId),

    /** The places in a record's answers, in order; they are fixed once voting has started. */
    slots: async (db: Kysely<Schema>, activityKey: number): Promise<Slot[]> => slotsOf(await topicsOf(db, activityKey)),

    /** Keeps a new activity of status 0 with its roster. */
    async save(draft: ActivityDraft, caller: Caller): Promise<{ id: string }> {
      refuseAll(draftErrors(draft))
      return database.write(
        async ({ tx, journal }) => {
          const { id, ...made } = await create(tx, draft, caller)
          journal.record({ caller, action: 'activity.save', subject: id, before: null, after: { ...draft, ...made } })
          return { id }
        },
        { isLong: true },
      )
    },

    /**
     * Makes a new activity of status 0 with the content of another: topics, options, attachments, rule, times and scope.
     *
     * Whoever copies is its creator. The roster is the registry's of now: merged ballots are not copied. Places of the scope
     * that the estate has no more are left out.
     * @throws Refusal 402 where the estate has none of the scope's places any more
     */
    async copy(activityId: string, caller: Caller): Promise<{ id: string }> {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await require(tx, activityId)
          const original = await whole(tx, activityId)
          const draft = draftOfCopy(original, { startsAt: activity.starts_at, endsAt: activity.ends_at }, await properties.units(tx, activity.estate_id))
          if (original.scopePaths.length > 0 && draft.scopePaths.length === 0) throw new Refusal('activity.noScopeLeft')
          const { id, ...made } = await create(tx, draft, caller)
          journal.record({ caller, action: 'activity.copy', subject: id, before: null, after: { ...draft, copiedFrom: original.title, ...made } })
          return { id }
        },
        { isLong: true },
      )
    },

    /**
     * Changes an activity that has not started. Topics and options that carry an id keep it.
     *
     * A changed scope adds and removes properties and leaves the others, merged or not, as they are; a changed estate
     * takes the roster anew. Where neither changes the roster is not touched. Refused with 409 where it was changed since the
     * version that is named.
     */
    async update({ id, version, ...draft }: ActivityChange, caller: Caller): Promise<null> {
      refuseAll(draftErrors(draft))
      await database.write(
        async ({ tx, journal }) => {
          const activity = await requireStep(tx, id, 'update', caller)
          const estate = await estates.require(tx, draft.estateId)
          const before = await whole(tx, id)
          checkVersion(version, activity.updated_at, () => Activity.encode(before))
          const isOtherEstate = estate.id !== activity.estate_id
          const isOtherScope = isOtherEstate || !isSameScope(before.scopePaths, draft.scopePaths)
          refuseAll(unknownIdErrors(draft, before.topics))
          if (isOtherScope) await requirePaths(tx, estate.id, draft.scopePaths)
          await requireFiles(tx, draft)
          const store = activityStore(tx)
          await store.update(activity.id, { ...toColumns(draft), estate_id: estate.id, updated_at: nextWrite(clock.now(), activity.updated_at) })
          await store.replaceTopics(activity.id, draft.topics, newId)
          if (isOtherEstate) await rosters.clear(tx, activity.id, nextTurn)
          const wasInScope = isOtherEstate ? () => false : scopeOf(before.scopePaths)
          const fit = { activityKey: activity.id, estateKey: estate.id, wasInScope, isInScope: scopeOf(draft.scopePaths), now: clock.now() }
          const roster = isOtherScope ? await rosters.fit(tx, fit, nextTurn) : null
          journal.record({
            caller,
            action: 'activity.update',
            subject: id,
            before: content(before),
            after: { ...draft, estateName: estate.name, roster },
          })
        },
        { isLong: true },
      )
      return null
    },

    /** Deletes activities that have not started, with their rosters: all that are named or none. */
    async remove(ids: readonly string[], caller: Caller): Promise<null> {
      await database.write(
        async ({ tx, journal }) => {
          const activities: ActivityRecord[] = []
          for (const id of ids) activities.push(await require(tx, id))
          for (const activity of activities) requireCreator(activity, caller)
          for (const activity of activities) requireStatus(activity, 'delete')
          for (const activity of activities) {
            const before = await whole(tx, activity.public_id)
            await rosters.clear(tx, activity.id, nextTurn)
            await activityStore(tx).remove(activity.id)
            journal.record({ caller, action: 'activity.delete', subject: activity.public_id, before: content(before), after: null })
          }
        },
        { isLong: true },
      )
      return null
    },

    start: (activityId: string, caller: Caller) => take(activityId, 'start', caller),
    startTally: (activityId: string, caller: Caller) => take(activityId, 'startTally', caller),
    finish: (activityId: string, caller: Caller) => take(activityId, 'finish', caller),

    scopePaths: async (activityId: string): Promise<string[]> => scopePathsOf(await require(database.read, activityId)),
    inProgress: (estateId: string) => ofEstate(estateId, [ActivityStatus.voting, ActivityStatus.tallying]),
    unfinished: (estateId: string) => ofEstate(estateId, [ActivityStatus.notStarted, ActivityStatus.voting, ActivityStatus.tallying]),
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
