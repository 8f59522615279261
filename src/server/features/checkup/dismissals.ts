import { Refusal } from '#shared/contract/refusals.ts'
import { checkRuleNames } from '#shared/features/checkup/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { Asked, Checkable, CheckableDeps } from './checkable.ts'
import type { CheckupCache } from './checkupCache.ts'
import { checkupStore } from './store.ts'

interface DismissalDeps extends CheckableDeps {
  readonly checkupCache: CheckupCache
  readonly checkable: (asked: Asked) => Promise<Checkable>
}

/** What somebody has looked at is put aside, and taken back. */
export function createDismissals({ database, clock, estates, activities, checkupCache, checkable }: DismissalDeps) {
  return {
    /**
     * Puts a finding aside, by a named person and with a reason; it comes back when something that it rests on changes.
     *
     * @throws Refusal `checkup.gone` (404), `checkup.dismissed`, `activity.wrongStatus` (409); and as the check-up itself
     */
    async dismiss({ findingId, reason, ...asked }: Asked & { readonly findingId: string; readonly reason: string }, caller: Caller): Promise<null> {
      const { subject, onDay, activity, about } = await checkable(asked)
      const found = [...(await checkupCache.of(subject, onDay)).findings, ...(checkupCache.lastCompared(subject)?.findings ?? [])]
      const finding = found.find(({ id }) => id === findingId)
      if (!finding) throw new Refusal('checkup.gone')
      await database.write(async ({ tx, journal }) => {
        const store = checkupStore(tx)
        if (activity) await activities.requireStep(tx, activity.public_id, 'checkUp', caller)
        else await estates.require(tx, asked.estateId)
        if (await store.find(subject, findingId)) throw new Refusal('checkup.dismissed')
        const id = newId()
        await store.insert({
          public_id: id,
          estate_id: subject.kind === 'estate' ? subject.key : null,
          activity_id: subject.kind === 'roster' ? subject.key : null,
          finding_id: findingId,
          houses: JSON.stringify(finding.properties),
          reason,
          created_by: caller.userKey,
          created_at: clock.now(),
          taken_back_at: null,
        })
        const [first] = finding.rows
        const named = { ...about, finding: checkRuleNames[finding.rule], place: first?.place ?? finding.missing[0] ?? '', ownerName: first?.ownerName ?? '' }
        journal.record({ caller, action: 'checkup.dismiss', subject: id, before: null, after: { ...named, why: finding.why, reason } })
      })
      return null
    },

    /**
     * Takes a dismissal back; the finding is open again.
     *
     * @throws Refusal `checkup.open`, `activity.wrongStatus` (409); and as the check-up itself
     */
    async undismiss({ findingId, ...asked }: Asked & { readonly findingId: string }, caller: Caller): Promise<null> {
      const { subject, activity, about } = await checkable(asked)
      await database.write(async ({ tx, journal }) => {
        if (activity) await activities.requireStep(tx, activity.public_id, 'checkUp', caller)
        const standing = await checkupStore(tx).find(subject, findingId)
        if (!standing) throw new Refusal('checkup.open')
        await checkupStore(tx).takeBack(standing.id, clock.now())
        journal.record({ caller, action: 'checkup.undismiss', subject: standing.public_id, before: { ...about, reason: standing.reason }, after: about })
      })
      return null
    },
  }
}
