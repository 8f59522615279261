import { z } from 'zod'
import { areaSum, moment } from '../../contract/values.ts'
import { formatTime, parseTime, wrongTime } from '../../time/chinaTime.ts'
import { wire } from '../../contract/wire.ts'

/** Events that can occur between two moments. */
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

/** Maximum events in an answer. */
export const MAX_EVENTS = 1_000

/** A journal entry by number, or the end of a second. */
export type AskedMoment = { readonly number: number } | { readonly at: number }
const NUMBER = /^#(\d{1,15})$/

/** One end of a span: `2026-05-01 09:30:00`, or `#128`. */
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

/** An activity's counts at a moment (`proof-layout.md` section 8). */
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

/** The events between two moments of an activity, and the counts at both. */
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
  /** Papers by hour of receipt: all, those after the deadline, and those received in time but entered after it. */
  curve: [
    'curve',
    z.array(wire({ hour: ['hour', moment], count: ['count', z.int()], lateCount: ['late', z.int()], enteredLateCount: ['enteredlate', z.int()] })),
  ],
})
export type Between = z.output<typeof Between>
