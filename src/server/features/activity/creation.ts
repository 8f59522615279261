import { Refusal } from '#shared/contract/refusals.ts'
import type { ActivityDraft } from '#shared/features/activity/contract.ts'
import { ActivityStatus, draftErrors } from '#shared/features/activity/rules.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { refuseAll } from '../../kernel/refuseAll.ts'
import { requireRules } from '../estate-rules/service.ts'
import { createDraftChecks, toColumns, type ActivityDeps } from './drafts.ts'
import { requireActivity, wholeActivity } from './records.ts'
import { draftOfCopy, scopeOf, withSeatOrders } from './rules.ts'
import { activityStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Creates activities from a draft or from another activity. */
export function createActivityCreation(deps: ActivityDeps) {
  const { database, clock, estates, properties, rosters } = deps
  const { requireDraftFiles, requirePaths } = createDraftChecks(deps)

  /** Inserts an activity of status 0 with its roster: a copy of each property in scope, each with its own ballot. */
  async function create(tx: Tx, draft: ActivityDraft, caller: Caller) {
    const estate = await estates.require(tx, draft.estateId)
    const rules = await requireRules(tx, estate.id, draft.rulesId ?? '')
    await requirePaths(tx, estate.id, draft.scopePaths)
    await requireDraftFiles(tx, draft)
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
      extensions: '[]',
      erased_at: null,
      adjusted_houses: null,
      rules_id: rules?.id ?? null,
    })
    // The server assigns ids: a draft copied from another activity must not take over its topics.
    const topics = draft.topics.map((topic) => ({ ...topic, id: '', options: topic.options.map((option) => ({ ...option, id: '' })) }))
    await store.replaceTopics(activityKey, topics, newId)
    const fit = { activityKey, estateKey: estate.id, wasInScope: () => false, isInScope: scopeOf(draft.scopePaths), now }
    const { added } = await rosters.fit(tx, fit, yieldToEventLoop)
    return { id, estateName: estate.name, rosterCount: added, rulesId: rules?.public_id ?? '', rulesVersion: rules?.version ?? null }
  }

  return {
    /**
     * Creates an activity of status 0 with its roster.
     *
     * @throws Refusal `request.invalid` (400) listing the errors of the form, `estate.notFound`, `estateRules.notFound`
     * (404), and as {@link createDraftChecks}
     */
    async save(asked: ActivityDraft, caller: Caller): Promise<{ id: string }> {
      refuseAll(draftErrors(asked))
      const draft = withSeatOrders(asked)
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
     * Creates an activity of status 0 with the content of another: topics, options, attachments, rule, times and scope.
     *
     * The caller becomes its creator. The roster is taken from the current registry: merged ballots are not copied. Places
     * of the scope that the estate no longer has are dropped.
     *
     * @throws Refusal `activity.notFound` (404), `activity.noScopeLeft` (402) if the estate has none of the scope's places any more
     */
    async copy(activityId: string, caller: Caller): Promise<{ id: string }> {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await requireActivity(tx, activityId)
          const original = await wholeActivity(tx, activityId)
          const draft = draftOfCopy(original, { startsAt: activity.starts_at, endsAt: activity.ends_at }, await properties.units(tx, activity.estate_id))
          if (original.scopePaths.length > 0 && draft.scopePaths.length === 0) throw new Refusal('activity.noScopeLeft')
          const { id, ...made } = await create(tx, draft, caller)
          journal.record({ caller, action: 'activity.copy', subject: id, before: null, after: { ...draft, copiedFrom: original.title, ...made } })
          return { id }
        },
        { isLong: true },
      )
    },
  }
}
