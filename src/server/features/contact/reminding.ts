import { Refusal } from '#shared/contract/refusals.ts'
import type { NotReminded, Reminded, ReminderPlan } from '#shared/features/contact/contract.ts'
import { reminderTimeRefusal, type ReminderSkip } from '#shared/features/contact/reminderRules.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import { notWithdrawn } from '../../database/columns.ts'
import { callUnderWay, type Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { createReminderPlans, judge, roomOf, skipped, type Recipient, type ReminderDeps, type Whom } from './reminderPlans.ts'
import { reminderStore } from './reminderStore.ts'
import { contactStore } from './store.ts'

/** An ordered reminder, with its purpose. */
interface Order extends Whom {
  readonly purpose: string
  readonly jobId: string
}

/** Texts reserved, sent and recorded per batch, and sent concurrently. */
const TOGETHER = 50
const LANES = 10
/** Consecutive gateway failures after which no more are sent. */
const FAILURES_IN_A_ROW = 10

/** Database writes before and after a text is sent. */
function createReminderWrites({ database, clock, activities }: ReminderDeps) {
  /** Records the start and the purpose: nothing is sent without an entry. */
  const begin = (activityId: string, { purpose, total }: { readonly purpose: string; readonly total: number }, caller: Caller) =>
    database.write(async ({ tx, journal }) => {
      const activity = await activities.requireStep(tx, activityId, 'remind', caller)
      journal.record({ caller, action: 'contact.remind', subject: activityId, before: null, after: { ...inJournal(activity), purpose, total } })
    })

  /** Re-checks some recipients and reserves their numbers against concurrent sending; `stop` if no more may be sent at all. */
  const reserve = (activityId: string, some: readonly Recipient[], caller: Caller) =>
    database.write(async ({ tx }) => {
      const now = clock.now()
      const day = chinaMidnight(now)
      const activity = await activities.requireStep(tx, activityId, 'remind', caller).catch((error: unknown) => {
        if (error instanceof Refusal && error.reason === 'activity.wrongStatus') return null
        throw error
      })
      const refusal = activity === null ? 'contact.remindOver' : reminderTimeRefusal(activity.ends_at, now)
      if (activity === null || refusal !== null) {
        const stop = refusal === 'contact.remindHours' ? ('closed' as const) : ('over' as const)
        return { day, now, activity, taken: [], without: some.map((one) => skipped(one, stop)), stop }
      }
      const { recipients, without } = await judge(tx, activity.id, { keys: some.map(({ key }) => key) }, now)
      const { room } = await roomOf(tx, now)
      const taken = recipients.slice(0, room)
      const rest = recipients.slice(room).map((one) => skipped(one, 'full'))
      const store = reminderStore(tx)
      await store.forgetBefore(day)
      if (taken.length > 0) await store.reserve(taken.map(({ key, number }) => ({ day, phone: number, ballot_id: key, sent_at: now })))
      return { day, now, activity, taken, without: [...without, ...rest], stop: rest.length > 0 ? ('full' as const) : null }
    })

  /**
   * Stores sent texts as contacts, in one entry, and releases unsent ones. Unconditional: they were sent, whatever the
   * caller's rights by now.
   */
  const record = (
    { activity, day, now }: { readonly activity: ActivityRecord; readonly day: number; readonly now: number },
    { sent, unsent }: { readonly sent: readonly Recipient[]; readonly unsent: readonly Recipient[] },
    caller: Caller,
  ) =>
    callUnderWay.exit(() =>
      database.write(async ({ tx, journal }) => {
        await reminderStore(tx).release(
          day,
          unsent.map(({ key }) => key),
        )
        if (sent.length === 0) return
        const contacts = sent.map(({ properties }) => ({
          public_id: newId(),
          activity_id: activity.id,
          properties: JSON.stringify(properties),
          way: 1 as const,
          result: null,
          contacted_at: now,
          next_at: null,
          remark: '',
          created_by: caller.userKey,
          created_at: now,
          ...notWithdrawn,
        }))
        await contactStore(tx).insertAll(contacts)
        journal.record({
          caller,
          action: 'contact.reminded',
          subject: activity.public_id,
          before: null,
          after: { ...inJournal(activity), contactWay: 1, contactedAt: now, total: sent.length },
          state: await stateOf(tx, { contacts: contacts.map((contact) => contact.public_id) }),
          rows: sent.map(({ place, ownerName, ballotId }) => ({ before: null, after: { place, ownerName, ballotId } })),
        })
      }),
    )
  return { begin, reserve, record }
}

/** 催票短信 (`after.md` section 8): a text to owners who have not voted; it is no visit and no delivery. */
export function createReminders(deps: ReminderDeps) {
  const { database, clock, jobs, log } = deps
  const planOf = createReminderPlans(deps)
  const { begin, reserve, record } = createReminderWrites(deps)

  return {
    /** A preview of {@link remind} with those it would leave out; throws the same. */
    async preview(whom: Whom, caller: Caller): Promise<ReminderPlan> {
      const { recipients, without, room, text } = await planOf(whom, caller)
      const rest = recipients.slice(room).map((one) => skipped(one, 'full'))
      return { count: recipients.length - rest.length, text, skipped: [...without, ...rest] }
    },

    /**
     * Sends a text to each ballot without vote or returned paper, at most one per ballot and number a day; each leaves a
     * contact without a result. If stopped, texts already sent stay recorded.
     *
     * @throws as `planOf`; `job.cancelled` (402) if cancelled before it began
     */
    remind: ({ jobId, purpose, ...whom }: Order, caller: Caller): Promise<Reminded> =>
      jobs.run(caller, jobId, async (job) => {
        const { send, recipients, without, text } = await planOf(whom, caller)
        if (recipients.length > 0) await begin(whom.activityId, { purpose, total: recipients.length }, caller)
        const out = { sent: 0, skipped: [...without], failed: 0, failures: [] as NotReminded[] }
        let stop: ReminderSkip | null = null
        for (let from = 0; from < recipients.length; from += TOGETHER) {
          job.report('writing', from, recipients.length)
          const some = recipients.slice(from, from + TOGETHER)
          if (job.signal.aborted) stop ??= 'cancelled'
          if (stop !== null) {
            const reason: ReminderSkip = stop
            out.skipped.push(...some.map((one) => skipped(one, reason)))
            continue
          }
          const { activity, day, now, taken, without: left, stop: ends } = await reserve(whom.activityId, some, caller)
          out.skipped.push(...left)
          if (activity === null) {
            stop = ends
            continue
          }
          const done = await sendAll(taken, ({ number }) => send({ phone: number, text }), {
            signal: job.signal,
            onSent: (count) => job.report('writing', from + count, recipients.length),
          })
          await record({ activity, day, now }, { sent: done.sent, unsent: [...done.failed, ...done.left] }, caller)
          const tired = job.signal.aborted ? 'cancelled' : 'gateway'
          out.sent += done.sent.length
          out.failed += done.failed.length
          out.failures.push(...done.failed.map((one) => skipped(one, 'notTaken')))
          out.skipped.push(...done.left.map((one) => skipped(one, tired)))
          stop = ends ?? (done.isStopped ? tired : null)
        }
        if (out.failed > 0) log.warn({ failed: out.failed, sent: out.sent }, 'the gateway did not take all text messages')
        return out
      }),

    /** Deletes the numbers of previous days; called daily. */
    forget: () => database.write(({ tx }) => reminderStore(tx).forgetBefore(chinaMidnight(clock.now()))),
  }
}
export type Reminders = ReturnType<typeof createReminders>

/** Sends to all with limited concurrency, until stopped or the gateway keeps failing. */
async function sendAll(
  recipients: readonly Recipient[],
  send: (one: Recipient) => Promise<void>,
  { signal, onSent }: { readonly signal: AbortSignal; readonly onSent: (count: number) => void },
) {
  const waiting = [...recipients]
  const sent: Recipient[] = []
  const failed: Recipient[] = []
  let inARow = 0
  const isStopped = (): boolean => signal.aborted || inARow >= FAILURES_IN_A_ROW
  const lane = async (): Promise<void> => {
    while (!isStopped()) {
      const one = waiting.shift()
      if (!one) return
      try {
        await send(one)
        inARow = 0
        sent.push(one)
      } catch {
        // The error may contain the number: it is not logged.
        inARow += 1
        failed.push(one)
      }
      onSent(sent.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { sent, failed, left: waiting, isStopped: isStopped() }
}
