import { Refusal, throwIfRefused, required } from '#shared/contract/refusals.ts'
import type { NotReminded } from '#shared/features/contact/contract.ts'
import {
  mobileOf,
  reminderLimits as limits,
  reminderSkips,
  reminderText,
  reminderTimeRefusal,
  type ReminderSkip,
} from '#shared/features/contact/reminderRules.ts'
import { ContactResult } from '#shared/features/contact/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Log } from '../../kernel/log.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { branchOf } from '../ballot/branch.ts'
import type { JobService } from '../job/service.ts'
import { newestContacts } from './newestContacts.ts'
import { reminderStore, type Reminded as Asked } from './reminderStore.ts'
import type { ContactDeps } from './service.ts'
import { contactStore } from './store.ts'

export interface ReminderDeps extends ContactDeps {
  readonly jobs: JobService
  readonly sms: SmsSender
  readonly log: Log
}

/** Whom to remind: the ballots of a branch, or those listed. */
export interface Whom {
  readonly activityId: string
  readonly path: string | null
  readonly ballotIds: readonly string[] | null
}
/** A ballot to be sent a text. */
export interface Recipient {
  readonly key: number
  readonly ballotId: string
  readonly place: string
  readonly ownerName: string
  /** The public ids of its properties. */
  readonly properties: readonly string[]
  readonly number: string
}

export const skipped = ({ ballotId, place }: Pick<NotReminded, 'ballotId' | 'place'>, reason: ReminderSkip): NotReminded => ({
  ballotId,
  place,
  reason: reminderSkips[reason],
})

/** Splits ballots into those to be sent a text now and those not, by the current data. */
export async function judge(db: Db, activityKey: number, asked: Asked, now: number) {
  const store = reminderStore(db)
  const ballots = await store.ballots(activityKey, asked)
  const properties = Map.groupBy(await contactStore(db).properties(ballots.map(({ key }) => key)), (property) => property.ballot_id)
  const visited = await newestContacts(db, activityKey)
  const named = ballots.map((ballot) => {
    const own = properties.get(ballot.key) ?? []
    return { ...ballot, place: own.map(placeInWords).join('、'), own, mobile: mobileOf(own.map(({ phone }) => phone)) }
  })
  const numbers = named.flatMap(({ mobile }) => ('number' in mobile ? [mobile.number] : []))
  const sent = await store.sentOn(
    chinaMidnight(now),
    numbers,
    named.map(({ key }) => key),
  )
  const recipients: Recipient[] = []
  const without: NotReminded[] = []
  const skipOf = ({ key, isEnded, hasVoted, isPaperBack, mobile }: (typeof named)[number]): ReminderSkip | null => {
    if (isEnded) return 'ended'
    if (hasVoted) return 'voted'
    if (isPaperBack) return 'paperBack'
    if (visited.get(key)?.result === ContactResult.refused) return 'refused'
    if ('skip' in mobile) return mobile.skip
    if (sent.ballots.has(key)) return 'ballotToday'
    return sent.phones.has(mobile.number) ? 'numberToday' : null
  }
  for (const ballot of named) {
    const { key, ballotId, place, own, mobile } = ballot
    const skip = skipOf(ballot)
    if (skip !== null || 'skip' in mobile) {
      without.push(skipped(ballot, skip ?? 'noPhone'))
      continue
    }
    sent.phones.add(mobile.number)
    recipients.push({
      key,
      ballotId,
      place,
      ownerName: own[0]?.owner_name ?? '',
      properties: own.map((property) => property.public_id),
      number: mobile.number,
    })
  }
  return { recipients, without }
}

/** How many texts may still be sent within the hour, and in how many minutes there is room again. */
export async function roomOf(db: Db, now: number): Promise<{ readonly room: number; readonly minutes: number }> {
  const { count, first } = await reminderStore(db).sentSince(now - limits.within)
  return { room: Math.max(0, limits.anHour - count), minutes: Math.ceil(((first ?? now) + limits.within - now) / 60_000) }
}

async function keysOf(db: Db, activity: ActivityRecord, ids: readonly string[]): Promise<number[]> {
  const named = new Set(ids)
  const ballots = await contactStore(db).ballots(activity.id, [...named])
  if (ballots.length < named.size) throw new Refusal('ballot.notFound')
  return ballots.map(({ id }) => id)
}

/** @throws Refusal `ballot.notFound` (404), `result.wrongPath` (400) */
async function askedOf(db: Db, activity: ActivityRecord, { path, ballotIds }: Whom): Promise<Asked> {
  if (ballotIds !== null) return { keys: await keysOf(db, activity, ballotIds) }
  const branch = required(branchOf(path ?? ''), 'result.wrongPath')
  return { branch }
}

/** Determines the recipients. */
export function createReminderPlans({ database, clock, activities, sms }: ReminderDeps) {
  /**
   * The current recipients.
   *
   * @throws Refusal `contact.remindWhom`, `result.wrongPath` (400), `activity.notFound`, `ballot.notFound` (404), `activity.wrongStatus`
   * (409), `contact.noGateway`, `contact.remindOver`, `contact.remindHours` (402), `contact.remindFull` (429)
   */
  async function planOf(whom: Whom, caller: Caller) {
    const db = database.read
    const { activityId, path, ballotIds } = whom
    const activity = await activities.requireStep(db, activityId, 'remind', caller)
    if (ballotIds === null ? path === null : (path ?? '') !== '') throw new Refusal('contact.remindWhom')
    const asked = await askedOf(db, activity, whom)
    if (!sms.sendText) throw new Refusal('contact.noGateway')
    const now = clock.now()
    throwIfRefused(reminderTimeRefusal(activity.ends_at, now))
    const { room, minutes } = await roomOf(db, now)
    if (room === 0) throw new Refusal('contact.remindFull', { minutes })
    const { recipients, without } = await judge(db, activity.id, asked, now)
    const { estateName } = await activities.get(activityId)
    const text = reminderText({ estateName, title: activity.title, endsAt: activity.ends_at })
    return { send: sms.sendText, recipients, without, room, text }
  }
  return planOf
}
