import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { Caller } from '../../http/context.ts'
import type { AccountService } from '../account/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { inJournal, requireActivity } from './records.ts'
import { activityStore } from './store.ts'

export interface HandoverDeps {
  readonly database: JournaledDatabase
  readonly accounts: Pick<AccountService, 'person' | 'nameOf' | 'seesEstate'>
}

/** Transfers activities to another creator (`trust.md` section 1), since creator-only steps would be blocked once the creator leaves. */
export function createHandover({ database, accounts }: HandoverDeps) {
  return {
    /**
     * Makes another user the creator of an activity; no entry if they already are.
     *
     * @throws Refusal `activity.notFound` or `account.notFound` (404), `activity.successorCannotManage` (402) for a user
     * who is no manager or whose account is inactive, `activity.successorSeesNot` (402) for one who does not see its estate
     */
    async handover({ id, userId }: { readonly id: string; readonly userId: string }, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const activity = await requireActivity(tx, id)
        const successor = await accounts.person(tx, userId)
        if (!isAllowed(successor.roles, 'manager')) throw new Refusal('activity.successorCannotManage')
        if (!(await accounts.seesEstate(tx, successor.key, activity.estate_id))) throw new Refusal('activity.successorSeesNot')
        if (successor.key === activity.created_by) return
        await activityStore(tx).update(activity.id, { created_by: successor.key })
        const [before, after] = [await accounts.nameOf(tx, activity.created_by), successor.name].map((creatorName) => ({ ...inJournal(activity), creatorName }))
        journal.record({ caller, action: 'activity.handover', subject: id, before, after, state: await stateOf(tx, { activity: activity.id }) })
      })
    },
  }
}
export type Handover = ReturnType<typeof createHandover>
