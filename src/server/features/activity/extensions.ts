import { Refusal } from '#shared/contract/refusals.ts'
import type { Extension } from '#shared/features/activity/contract.ts'
import { extensionRefusal } from '#shared/features/activity/rules.ts'
import type { Caller } from '../../http/context.ts'
import { nextWrite } from '../../kernel/version.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import type { ActivityDeps } from './drafts.ts'
import { extensionsOf, inJournal, requireStep } from './records.ts'
import { activityStore } from './store.ts'

/** 延期: a vote that is on, or whose papers were made, gets a later end (`paper.md` sections 3 and 4). */
export function createExtensions({ database, clock }: Pick<ActivityDeps, 'database' | 'clock'>) {
  return {
    /**
     * Moves the end, and keeps the former end with the reason.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409) unless the vote is on or
     * papers were made for it, `activity.endNotLater` (400) where the end is not later than the present one and now
     */
    async extend({ id, endsAt, reason }: { readonly id: string; readonly endsAt: number; readonly reason: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const activity = await requireStep(tx, id, 'extend', caller)
        const refusal = extensionRefusal(activity.ends_at, endsAt, clock.now())
        if (refusal !== null) throw new Refusal(refusal)
        const made: Extension = { from: activity.ends_at, to: endsAt, reason, by: caller.user?.nickName ?? '', at: clock.now() }
        const extensions = JSON.stringify([...extensionsOf(activity), made])
        await activityStore(tx).update(activity.id, { ends_at: endsAt, extensions, updated_at: nextWrite(clock.now(), activity.updated_at) })
        journal.record({
          caller,
          action: 'activity.extend',
          subject: id,
          before: { ...inJournal(activity), endsAt: activity.ends_at },
          after: { ...inJournal(activity), endsAt, reason },
          state: await stateOf(tx, { activity: activity.id }),
        })
      })
      return null
    },
  }
}
