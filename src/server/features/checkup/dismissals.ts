import { Refusal, required } from '#shared/contract/refusals.ts'
import { checkRuleNames } from '#shared/features/checkup/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { Asked, Checkable, CheckableDeps } from './checkable.ts'
import type { CheckupCache } from './checkupCache.ts'
import { checkupStore } from './store.ts'
import type { CheckSubject } from './subject.ts'
import type { CheckedFinding } from './work.ts'

interface DismissalDeps extends CheckableDeps {
  readonly checkupCache: CheckupCache
  readonly checkable: (asked: Asked) => Promise<Checkable>
}

/** Dismissal of findings, and its reversal. */
export function createDismissals({ database, clock, estates, activities, checkupCache, checkable }: DismissalDeps) {
  const rowOf = (subject: CheckSubject, finding: CheckedFinding, reason: string, caller: Caller) => ({
    public_id: newId(),
    estate_id: subject.kind === 'estate' ? subject.key : null,
    activity_id: subject.kind === 'roster' ? subject.key : null,
    finding_id: finding.id,
    houses: JSON.stringify(finding.properties),
    reason,
    created_by: caller.userKey,
    created_at: clock.now(),
    taken_back_at: null,
  })

  /** Dismisses findings in one transaction, all or none. */
  async function putAside(
    { findingIds, reason, ...asked }: Asked & { readonly findingIds: readonly string[]; readonly reason: string },
    action: 'checkup.dismiss' | 'checkup.dismissMany',
    caller: Caller,
  ): Promise<void> {
    const { subject, onDay, activity, about } = await checkable(asked)
    const found = new Map(
      [...(await checkupCache.of(subject, onDay)).findings, ...(checkupCache.lastCompared(subject)?.findings ?? [])].map((each) => [each.id, each]),
    )
    const findings = [...new Set(findingIds)].map((id) => required(found.get(id), 'checkup.gone'))
    await database.write(async ({ tx, journal }) => {
      const store = checkupStore(tx)
      if (activity) await activities.requireStep(tx, activity.public_id, 'checkUp', caller)
      else await estates.require(tx, asked.estateId)
      for (const finding of findings) {
        if (await store.find(subject, finding.id)) throw new Refusal('checkup.dismissed')
        const row = rowOf(subject, finding, reason, caller)
        await store.insert(row)
        const [first] = finding.rows
        const named = { ...about, finding: checkRuleNames[finding.rule], place: first?.place ?? finding.missing[0] ?? '', ownerName: first?.ownerName ?? '' }
        journal.record({ caller, action, subject: row.public_id, before: null, after: { ...named, why: finding.why, reason } })
      }
    })
  }

  return {
    /**
     * Dismisses a finding, with user and reason; it reappears when any of its data change.
     *
     * @throws Refusal `checkup.gone` (404), `checkup.dismissed`, `activity.wrongStatus` (409); and as the check-up itself
     */
    dismiss: ({ findingId, ...asked }: Asked & { readonly findingId: string; readonly reason: string }, caller: Caller): Promise<void> =>
      putAside({ ...asked, findingIds: [findingId] }, 'checkup.dismiss', caller),

    /** Dismisses several with one reason, each with its own entry; throws as {@link dismiss}, and then dismisses none. */
    dismissMany: (asked: Asked & { readonly findingIds: readonly string[]; readonly reason: string }, caller: Caller): Promise<void> =>
      putAside(asked, 'checkup.dismissMany', caller),

    /**
     * Reverses a dismissal; the finding is open again. A dismissal inherited from the estate is reversed for the roster only.
     *
     * @throws Refusal `checkup.open`, `activity.wrongStatus` (409); and as the check-up itself
     */
    async undismiss({ findingId, ...asked }: Asked & { readonly findingId: string }, caller: Caller): Promise<void> {
      const { subject, onDay, activity, about } = await checkable(asked)
      // Read before the write transaction: a check-up takes seconds.
      const finding = subject.kind === 'roster' ? (await checkupCache.of(subject, onDay)).findings.find(({ id }) => id === findingId) : undefined
      await database.write(async ({ tx, journal }) => {
        if (activity) await activities.requireStep(tx, activity.public_id, 'checkUp', caller)
        const store = checkupStore(tx)
        const standing = await store.find(subject, findingId)
        const inherited = standing || !finding ? undefined : (await store.dismissals(subject))(finding)
        if (standing) await store.takeBack(standing.id, clock.now())
        else if (finding && inherited) await store.insert({ ...rowOf(subject, finding, inherited.reason, caller), taken_back_at: clock.now() })
        else throw new Refusal('checkup.open')
        const reason = standing?.reason ?? inherited?.reason ?? ''
        journal.record({ caller, action: 'checkup.undismiss', subject: standing?.public_id ?? findingId, before: { ...about, reason }, after: about })
      })
    },
  }
}
