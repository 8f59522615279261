import { z } from 'zod'
import { areaSum, moment } from '../../contract/values.ts'
import { formatTime, parseTime, wrongTime } from '../../time/chinaTime.ts'
import { wire } from '../../contract/wire.ts'

/** What can be done between two moments. */
const activityEventKinds = ['vote', 'mark', 'void', 'merge', 'split', 'delivery', 'house'] as const
export type ActivityEventKind = (typeof activityEventKinds)[number]
export const activityEventKindNames: Readonly<Record<ActivityEventKind, string>> = {
  vote: '投票',
  mark: '标记',
  void: '作废',
  merge: '合并',
  split: '拆分',
  delivery: '送达',
  house: '房产变更',
}

/** Events that an answer holds at most. */
export const MAX_EVENTS = 1_000

/** An entry of the journal by its number, or the end of a second. */
export type AskedMoment = { readonly number: number } | { readonly at: number }
const NUMBER = /^#(\d{1,15})$/

/** One end of the span: `2026-05-01 09:30:00`, or `#128`. */
export function askedMoment(label: string) {
  const wrong = `${wrongTime(label)} 或 #128`
  return z.codec(
    z
      .string({ error: `请选择${label}` })
      .trim()
      .refine((value) => NUMBER.test(value) || parseTime(value) !== null, wrong),
    z.custom<AskedMoment>(),
    {
      decode: (value): AskedMoment => {
        const number = NUMBER.exec(value)?.[1]
        return number === undefined ? { at: (parseTime(value) ?? 0) + 999 } : { number: Number(number) }
      },
      encode: (value) => ('number' in value ? `#${value.number}` : formatTime(value.at)),
    },
  )
}

/** What an activity had come to at a moment (`proof-layout.md` section 8). */
export const MomentCounts = wire({
  at: ['time', moment],
  totalCount: ['totalcount', z.int()],
  totalArea: ['totalarea', areaSum],
  votedCount: ['votedcount', z.int()],
  votedArea: ['votedarea', areaSum],
  markedCount: ['markedcount', z.int()],
  /** Ballots. */
  deliveredCount: ['deliveredcount', z.int()],
  /** Votes ever voided. */
  voidCount: ['voidcount', z.int()],
})
export type MomentCounts = z.output<typeof MomentCounts>

/** What was done between two moments of an activity, and the counts at both. */
export const Between = wire({
  from: ['from', MomentCounts],
  to: ['to', MomentCounts],
  /** The first {@link MAX_EVENTS}. */
  events: [
    'acts',
    z.array(
      wire({
        number: ['number', z.int()],
        at: ['time', moment],
        kind: ['kind', z.enum(activityEventKinds)],
        place: ['place', z.string()],
        operator: ['operator', z.string()],
        reason: ['reason', z.string()],
      }),
    ),
  ],
  eventCount: ['actcount', z.int()],
  /** Papers by the hour in which they came in: all of them, those after the deadline, and those that came in time and were entered after it. */
  curve: [
    'curve',
    z.array(wire({ hour: ['hour', moment], count: ['count', z.int()], lateCount: ['late', z.int()], enteredLateCount: ['enteredlate', z.int()] })),
  ],
})
export type Between = z.output<typeof Between>
