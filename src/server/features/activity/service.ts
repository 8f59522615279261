import { createActivityChanges } from './changes.ts'
import { createActivityCreation } from './creation.ts'
import { secondEntryColumn, type ActivityDeps } from './drafts.ts'
import { createActivityReads } from './reads.ts'
import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal, throwIfRefused } from '#shared/contract/refusals.ts'
import type { Extension } from '#shared/features/activity/contract.ts'
import { extensionRefusal, activitySteps, type StatusStep } from '#shared/features/activity/rules.ts'
import type { Caller } from '../../http/context.ts'
import { nextWrite } from '../../kernel/version.ts'
import { stateOf, rosterStates, rulesState } from '../journal/replay/stateStore.ts'
import { extensionsOf, inJournal, requireStep } from './records.ts'
import { activityStore } from './store.ts'
import { rosterDigest, tallyDigest } from '../journal/replay/digests.ts'
import { piecesOf } from '../journal/replay/state.ts'

export type { RosterFit } from './drafts.ts'
export { deliveryPolicyOf, inJournal, requireStatus, type ActivityRecord } from './records.ts'

/** Vote activities (投票活动): `wire.md` section 4. */
export function createActivityService(deps: ActivityDeps) {
  return {
    ...createActivityReads(deps),
    ...createActivityCreation(deps),
    ...createActivityChanges(deps),
    ...createActivitySteps(deps),
    ...createExtensions(deps),
    ...createSecondEntry(deps),
  }
}
export type ActivityService = ReturnType<typeof createActivityService>

/** 延期: moves the end of a vote that is on, or whose papers were made (`paper.md` sections 3 and 4). */
function createExtensions({ database, clock }: Pick<ActivityDeps, 'database' | 'clock'>) {
  return {
    /**
     * Moves the end, recording the former end and the reason.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409) unless the vote is on or
     * papers were made for it, `activity.endNotLater` (400) unless the end is later than both the current one and now
     */
    async extend({ id, endsAt, reason }: BodyOf<'activity.extend'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const activity = await requireStep(tx, id, 'extend', caller)
        throwIfRefused(extensionRefusal(activity.ends_at, endsAt, clock.now()))
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
    },
  }
}

/** 双人复录 is not part of the draft: it may change despite printed papers or an open vote (`reading.md` section 4). */
function createSecondEntry({ database, clock }: Pick<ActivityDeps, 'database' | 'clock'>) {
  return {
    /**
     * Turns second entries on, or, with a reason, off.
     *
     * @throws Refusal `activity.secondEntryReason` (400), `activity.notFound` (404), `activity.notCreator` (403),
     * `activity.wrongStatus` (409)
     */
    async setSecondEntry({ id, secondEntry: asked, reason }: BodyOf<'activity.secondEntry'>, caller: Caller): Promise<void> {
      if (asked === 0 && reason === '') throw new Refusal('activity.secondEntryReason')
      await database.write(async ({ tx, journal }) => {
        const activity = await requireStep(tx, id, 'secondEntry', caller)
        const [before, after] = [activity.second_entry ?? 0, asked]
        if (before === after) return
        await activityStore(tx).update(activity.id, { second_entry: secondEntryColumn(asked), updated_at: nextWrite(clock.now(), activity.updated_at) })
        journal.record({
          caller,
          action: 'activity.secondEntry',
          subject: id,
          before: { ...inJournal(activity), secondEntry: before },
          after: { ...inJournal(activity), secondEntry: after, ...(reason === '' ? {} : { reason }) },
          state: await stateOf(tx, { activity: activity.id }),
        })
      })
    },
  }
}

/** The checkpoint created by each step. */
const checkpointOf = { start: 'start', startTally: 'tally', finish: 'finish' } as const

/** The status steps of an activity, from start to end. */
function createActivitySteps({ database, clock, rosters, checks, readings }: Pick<ActivityDeps, 'database' | 'clock' | 'rosters' | 'checks' | 'readings'>) {
  /** Moves the activity to the step's target status. */
  async function take(activityId: string, step: StatusStep, caller: Caller): Promise<void> {
    if (step === 'finish') {
      await readings.requireDone(database.read, await requireStep(database.read, activityId, step, caller))
      await checks.require(activityId, caller.signal)
    }
    await database.write(
      async ({ tx, journal }) => {
        const activity = await requireStep(tx, activityId, step, caller)
        if (step === 'start' && !(await rosters.hasBallots(tx, activity.id))) throw new Refusal('activity.noBallots')
        if (step === 'start' && clock.now() > activity.ends_at) throw new Refusal('activity.ended')
        if (step === 'finish') await readings.requireDone(tx, activity)
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
  }

  return {
    /**
     * Opens the vote; the journal records the roster and the counting rules.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409),
     * `activity.noBallots`, `activity.ended` (402)
     */
    start: (activityId: string, caller: Caller) => take(activityId, 'start', caller),
    /**
     * Moves from voting to tallying.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409)
     */
    startTally: (activityId: string, caller: Caller) => take(activityId, 'startTally', caller),
    /**
     * Ends the vote, from voting or tallying; first verifies the journal and the activity's records, which may take long.
     *
     * @throws Refusal `activity.notFound` (404), `activity.notCreator` (403), `activity.wrongStatus` (409); 402 while readings differ or
     * second entries are due, if the journal is broken, or if the records differ from it and no administrator has acknowledged that
     */
    finish: (activityId: string, caller: Caller) => take(activityId, 'finish', caller),
  }
}
