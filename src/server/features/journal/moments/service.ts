import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_EVENTS, type AskedMoment, type Between, type MomentCounts } from '#shared/features/journal/moments.ts'
import { parsedContent } from '../entryContent.ts'
import type { JournaledDatabase } from '../journal.ts'
import { activityEntries } from '../replay/entries.ts'
import { NOTHING } from './counter.ts'
import type { Receipt } from './receipts.ts'
import { createTimeline, type Moment, type Timeline } from './timeline.ts'

/** Activities whose timelines are cached. */
const REMEMBERED = 4
const HOUR = 3_600_000

/** A timeline, and how far it has followed the journal. */
interface Followed {
  readonly timeline: Timeline
  lastNumber: number
  /** Resolves when the previous call's entries are processed. */
  following: Promise<void>
}

/** The two moments to compare. */
export interface Asked {
  readonly activityId: string
  readonly from: AskedMoment
  readonly to: AskedMoment
  /** The deadline, in epoch ms: later papers are late. */
  readonly endsAt: number
}

/** The index of the last moment not after the given one; -1 if all are after. */
function placeOf(moments: readonly Moment[], asked: AskedMoment): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const moment = moments[middle]
    const isBehind = !moment || ('number' in asked ? moment.number > asked.number : moment.at > asked.at)
    if (isBehind) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** Whether two moments of one kind are in the wrong order. */
function isTurned(from: AskedMoment, to: AskedMoment): boolean {
  if ('at' in from && 'at' in to) return from.at > to.at
  return 'number' in from && 'number' in to && from.number > to.number
}

/** An activity's figures at two moments, and the acts between them (`proof-layout.md` section 8). */
export function createMoments({ database }: { readonly database: Pick<JournaledDatabase, 'read'> }) {
  const known = new Map<string, Followed>()

  /** The activity's timeline up to the journal's end; cached, as entries never change. */
  async function timelineOf(activityId: string): Promise<Timeline> {
    const followed = known.get(activityId) ?? { timeline: createTimeline(), lastNumber: 0, following: Promise.resolve() }
    known.delete(activityId)
    const oldest = known.keys().next().value
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
    known.set(activityId, followed)
    followed.following = followFurther(followed.following, activityId, followed)
    try {
      await followed.following
    } catch (error) {
      known.delete(activityId)
      throw error
    }
    return followed.timeline
  }

  /** Processes the entries after the last known one, once previous calls are done. */
  async function followFurther(before: Promise<void>, activityId: string, followed: Followed): Promise<void> {
    await before
    for await (const entries of activityEntries(database.read).all(activityId, followed.lastNumber)) {
      for (const { number, content } of entries) {
        const read = content === null ? null : parsedContent(content)
        if (read) followed.timeline.add(number, read)
        followed.lastNumber = number
      }
    }
  }

  return {
    /** @throws Refusal `audit.momentsTurned` (400) where `from` is later than `to` */
    async between({ activityId, from, to, endsAt }: Asked): Promise<Between> {
      const { moments, acts, receiptsAt } = await timelineOf(activityId)
      const [first, last] = [placeOf(moments, from), placeOf(moments, to)]
      if (isTurned(from, to) || first > last) throw new Refusal('audit.momentsTurned')
      const [before, after] = [moments[first], moments[last]]
      const done = acts.slice(before?.actCount ?? 0, after?.actCount ?? 0)
      const came = cameAfter(from, before?.at ?? -Infinity, 'number' in from ? receiptsAt(before) : new Map(), receiptsAt(after))
      return { from: toCounts(before, from), to: toCounts(after, to), events: done.slice(0, MAX_EVENTS), eventCount: done.length, curve: curveOf(came, endsAt) }
    },
  }
}

function toCounts(moment: Moment | undefined, asked: AskedMoment): MomentCounts {
  return { at: 'at' in asked ? asked.at : (moment?.at ?? null), ...(moment?.counts ?? NOTHING) }
}

/** The papers known at the second moment and received after the first one; `before` are those known at a moment given by entry. */
function cameAfter(asked: AskedMoment, firstAt: number, before: ReadonlyMap<string, Receipt>, after: ReadonlyMap<string, Receipt>): Receipt[] {
  const since = 'at' in asked ? asked.at : firstAt
  // At the moment of an entry, the entries decide: several may have the same time.
  const isBehind = (key: string, at: number): boolean => at > since || ('number' in asked && at === since && !before.has(key))
  return [...after].filter(([key, { at }]) => isBehind(key, at)).map(([, receipt]) => receipt)
}

function curveOf(receipts: readonly Receipt[], endsAt: number): Between['curve'] {
  const hours = new Map<number, { count: number; lateCount: number; enteredLateCount: number }>()
  for (const { at, enteredAt } of receipts) {
    const hour = Math.floor(at / HOUR) * HOUR
    const found = hours.get(hour) ?? { count: 0, lateCount: 0, enteredLateCount: 0 }
    found.count += 1
    if (at > endsAt) found.lateCount += 1
    else if (enteredAt !== null && enteredAt > endsAt) found.enteredLateCount += 1
    hours.set(hour, found)
  }
  return [...hours].toSorted(([one], [other]) => one - other).map(([hour, found]) => ({ hour, ...found }))
}
