import { Activity, type ActivityChange } from '#shared/features/activity/contract.ts'
import { draftErrors } from '#shared/features/activity/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { checkVersion, nextWrite } from '../../kernel/version.ts'
import { refuseAll } from '../../kernel/refuseAll.ts'
import { requireRules } from '../estate-rules/service.ts'
import { createDraftChecks, toColumns, type ActivityDeps } from './drafts.ts'
import { content, requireActivity, requireByPapers, requireCreator, requireStatus, requireStep, wholeActivity, type ActivityRecord } from './records.ts'
import { isSameScope, scopeOf, unknownIdErrors, withSeatOrders } from './rules.ts'
import { activityStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Changes to existing activities: edits and deletion before the start. */
export function createActivityChanges(deps: ActivityDeps) {
  const { database, clock, estates, rosters } = deps
  const { requireDraftFiles, requirePaths } = createDraftChecks(deps)

  return {
    /**
     * Changes an activity that has not started. Topics and options with an id keep it.
     *
     * A changed scope adds and removes properties and leaves the others, merged or not, as they are; a changed estate
     * rebuilds the roster. Otherwise the roster is not touched. Refused with 409 if changed since the given version, and
     * while it has papers. A changed end voids extensions: they belonged to papers that are spoiled.
     */
    async update({ id, version, ...asked }: ActivityChange, caller: Caller): Promise<void> {
      refuseAll(draftErrors(asked))
      const draft = withSeatOrders(asked)
      await database.write(
        async ({ tx, journal }) => {
          const activity = await requireStep(tx, id, 'update', caller)
          const estate = await estates.require(tx, draft.estateId)
          const before = await wholeActivity(tx, id)
          checkVersion(version, activity.updated_at, () => Activity.encode(before))
          const isOtherEstate = estate.id !== activity.estate_id
          const isOtherScope = isOtherEstate || !isSameScope(before.scopePaths, draft.scopePaths)
          refuseAll(unknownIdErrors(draft, before.topics))
          const rulesId = draft.rulesId ?? (isOtherEstate ? '' : before.rulesId)
          const rules = await requireRules(tx, estate.id, rulesId)
          if (isOtherScope) await requirePaths(tx, estate.id, draft.scopePaths)
          await requireDraftFiles(tx, draft)
          const store = activityStore(tx)
          const extensions = draft.endsAt === activity.ends_at ? activity.extensions : '[]'
          await store.update(activity.id, {
            ...toColumns(draft),
            estate_id: estate.id,
            extensions,
            rules_id: rules?.id ?? null,
            updated_at: nextWrite(clock.now(), activity.updated_at),
          })
          await store.replaceTopics(activity.id, draft.topics, newId)
          if (isOtherEstate) await rosters.clear(tx, activity.id, yieldToEventLoop)
          const wasInScope = isOtherEstate ? () => false : scopeOf(before.scopePaths)
          const fit = { activityKey: activity.id, estateKey: estate.id, wasInScope, isInScope: scopeOf(draft.scopePaths), now: clock.now() }
          const roster = isOtherScope ? await rosters.fit(tx, fit, yieldToEventLoop) : null
          journal.record({
            caller,
            action: 'activity.update',
            subject: id,
            before: content(before),
            after: { ...draft, rulesId, rulesVersion: rules?.version ?? null, estateName: estate.name, roster },
          })
        },
        { isLong: true },
      )
    },

    /**
     * Deletes activities that have not started, with their rosters and their spoiled papers; all or none.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus`, `activity.hasPapers` (409)
     */
    async remove(ids: readonly string[], caller: Caller): Promise<void> {
      await database.write(
        async ({ tx, journal }) => {
          const activities: ActivityRecord[] = []
          for (const id of ids) activities.push(await requireActivity(tx, id))
          for (const activity of activities) requireCreator(activity, caller)
          for (const activity of activities) requireStatus(activity, 'delete')
          for (const activity of activities) await requireByPapers(tx, activity, 'delete')
          for (const activity of activities) {
            const before = await wholeActivity(tx, activity.public_id)
            await rosters.clear(tx, activity.id, yieldToEventLoop)
            await activityStore(tx).remove(activity.id)
            journal.record({ caller, action: 'activity.delete', subject: activity.public_id, before: content(before), after: null })
          }
        },
        { isLong: true },
      )
    },
  }
}
