import { Refusal } from '#shared/contract/refusals.ts'
import { activitySteps, type StatusStep } from '#shared/features/activity/rules.ts'
import type { Caller } from '../../http/context.ts'
import { nextWrite } from '../../kernel/version.ts'
import { rosterDigest, tallyDigest } from '../audit/replay/digests.ts'
import { piecesOf } from '../audit/replay/state.ts'
import { rosterStates, rulesState } from '../audit/replay/stateStore.ts'
import type { ActivityDeps } from './drafts.ts'
import { inJournal, requireStep } from './records.ts'
import { activityStore } from './store.ts'

/** The checkpoint that each step leaves. */
const checkpointOf = { start: 'start', startTally: 'tally', finish: 'finish' } as const

/** An activity's way from its start to its end. */
export function createActivitySteps({ database, clock, rosters, checks }: Pick<ActivityDeps, 'database' | 'clock' | 'rosters' | 'checks'>) {
  /** Takes the activity to the status that the step leads to. */
  async function take(activityId: string, step: StatusStep, caller: Caller): Promise<null> {
    if (step === 'finish') {
      await requireStep(database.read, activityId, step, caller)
      await checks.require(activityId, caller.signal)
    }
    await database.write(
      async ({ tx, journal }) => {
        const activity = await requireStep(tx, activityId, step, caller)
        if (step === 'start' && !(await rosters.hasBallots(tx, activity.id))) throw new Refusal('activity.noBallots')
        if (step === 'start' && clock.now() > activity.ends_at) throw new Refusal('activity.ended')
        const status = activitySteps[step].to
        await activityStore(tx).update(activity.id, { status, updated_at: nextWrite(clock.now(), activity.updated_at) })
        const rules = piecesOf(await rulesState(tx, activity.id))
        const roster = await rosterDigest(tx, activity.id)
        const tally = step === 'start' ? undefined : await tallyDigest(tx, activity.id)
        journal.record({
          caller,
          action: `activity.${step}`,
          subject: activityId,
          before: { ...inJournal(activity), status: activity.status },
          after: { ...inJournal(activity), status, rosterdigest: roster, tallydigest: tally },
          checkpoint: { kind: checkpointOf[step], rosterDigest: roster, tallyDigest: tally },
          state: step === 'start' ? [...(await rosterStates(tx, activity.id)), ...rules] : rules,
        })
      },
      { isLong: true },
    )
    return null
  }

  return {
    /**
     * Opens the vote; the journal gets the roster and the rules by which it is counted.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409),
     * `activity.noBallots`, `activity.ended` (402)
     */
    start: (activityId: string, caller: Caller) => take(activityId, 'start', caller),
    /**
     * Goes from voting to tallying.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409)
     */
    startTally: (activityId: string, caller: Caller) => take(activityId, 'startTally', caller),
    /**
     * Ends the vote, from voting or from tallying; the journal and the activity's records are checked first, which may take long.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409); 402 where the journal
     * is broken, or where the records differ from it and no administrator has said that this is known
     */
    finish: (activityId: string, caller: Caller) => take(activityId, 'finish', caller),
  }
}
