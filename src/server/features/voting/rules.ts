import { answersOf, stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { LivePaperState } from '#shared/features/paper/rules.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { floorOfRoom, pathDepth, placeInWords } from '#shared/place/place.ts'
import { chinaMidnight, formatTime } from '#shared/time/chinaTime.ts'
import type { BuildingGrid, Choice, TakenBallot } from '#shared/features/voting/contract.ts'
import { compareFromTheTop } from '#shared/features/voting/rules.ts'
import type { Slot } from '../activity/rules.ts'

const slotKey = (topicId: string, optionId: string): string => `${topicId}\u0001${optionId}`

/**
 * Encodes choices as a record stores them: one character per slot, `0` if nothing was chosen.
 *
 * @returns null for a topic or option that is not the activity's, a duplicate, or an answer that the topic does not offer
 */
export function encodeAnswers(slots: readonly Slot[], choices: readonly Choice[]): string | null {
  const chosen = new Map(choices.map(({ topicId, optionId, answer }) => [slotKey(topicId, optionId), answer]))
  if (chosen.size < choices.length) return null
  let answers = ''
  for (const { topicId, optionId, voteModel } of slots) {
    const key = slotKey(topicId, optionId)
    const answer = chosen.get(key) ?? 0
    if (answer !== 0 && !(answersOf[voteModel] as readonly number[]).includes(answer)) return null
    answers += String(answer)
    chosen.delete(key)
  }
  return chosen.size > 0 ? null : answers
}

/** A record's answers as choices, one per slot; empty for a record that is only marked. */
export function decodeAnswers(slots: readonly Slot[], answers: string): Choice[] {
  if (answers === '') return []
  return slots.map(({ topicId, optionId }, position) => ({ topicId, optionId, answer: answerAt(answers, position) }))
}

function answerAt(answers: string, position: number): Choice['answer'] {
  const digit = answers[position]
  return digit === '1' ? 1 : digit === '2' ? 2 : digit === '3' ? 3 : 0
}

/** The activity columns that decide whether voting is open; times in epoch ms. */
export interface ActivityNow {
  readonly status: ActivityStatus
  readonly startsAt: number
  readonly endsAt: number
}

/** Why nothing can be marked or voted now: allowed only while the vote is on, between its start and end. */
export function votingRefusal(
  { status, startsAt, endsAt }: ActivityNow,
  now: number,
  step: 'mark' | 'cast',
): 'activity.wrongStatus' | 'voting.outsideTime' | null {
  return stepRefusal(status, step) ?? (now < startsAt || now > endsAt ? 'voting.outsideTime' : null)
}

/**
 * The same for a vote whose time of receipt may be known: such a vote may also be entered after the end, and
 * {@link receiptRefusal} checks that time.
 *
 * @param typed time of receipt stated by the caller
 * @param onRecord registered time of each ballot's paper; null if it is not back
 */
export function entryRefusal(activity: ActivityNow, now: number, typed: number | null, onRecord: readonly (number | null)[]): ReturnType<typeof votingRefusal> {
  const isReceiptKnown = typed !== null || (onRecord.length > 0 && onRecord.every((moment) => moment !== null))
  return isReceiptKnown ? stepRefusal(activity.status, 'cast') : votingRefusal(activity, now, 'cast')
}

/**
 * When a paper came in (`paper.md` section 3): what was typed, else what is on record of it, else now.
 *
 * @param onRecord see `BallotToCast`
 */
export function receivedAt(typed: number | null, onRecord: number | null, now: number): number {
  return typed ?? onRecord ?? now
}

/** Why a paper's time of receipt is not allowed: in the future, or outside the voting time. */
export function receiptRefusal(
  { startsAt, endsAt }: Pick<ActivityNow, 'startsAt' | 'endsAt'>,
  received: number,
  now: number,
): 'voting.receivedInFuture' | 'voting.receivedOutsideTime' | null {
  if (received > now) return 'voting.receivedInFuture'
  return received < startsAt || received > endsAt ? 'voting.receivedOutsideTime' : null
}

/**
 * Whether a vote is a late entry: made after the end.
 *
 * A tally is normally after the end: it is late only if the time of receipt was typed.
 */
export const isLateEntry = ({ endsAt }: Pick<ActivityNow, 'endsAt'>, step: 'cast' | 'tally', typed: number | null, now: number): boolean =>
  now > endsAt && (step === 'cast' || typed !== null)

/** A ballot's live record. */
export interface LiveRecord {
  readonly id: string
  readonly status: 0 | 1
  readonly markedCode: string
}

/** Only a vote can be voided, and only before its activity is finished. */
export function voidRefusal(activityStatus: ActivityStatus, recordStatus: 0 | 1 | 2): 'activity.wrongStatus' | 'voting.onlyVoted' | null {
  return stepRefusal(activityStatus, 'void') ?? (recordStatus === BallotState.voted ? null : 'voting.onlyVoted')
}

/**
 * Whether a clerk may void a record: only a vote entered by themselves on the same day, Chinese time.
 *
 * Marking it does not count as entering.
 */
export function isOwnVoteOfToday(record: { readonly voted_by: number | null; readonly voted_at: number | null }, userKey: number, now: number): boolean {
  return record.voted_by === userKey && record.voted_at !== null && chinaMidnight(record.voted_at) === chinaMidnight(now)
}

/** Only a mark without a vote can be taken back, and only while the vote is on. */
export function unmarkRefusal(activityStatus: ActivityStatus, recordStatus: 0 | 1 | 2): 'activity.wrongStatus' | 'voting.onlyMarked' | null {
  return stepRefusal(activityStatus, 'unmark') ?? (recordStatus === BallotState.marked ? null : 'voting.onlyMarked')
}

/** A ballot to be voted with or marked. */
export interface BallotNow {
  readonly isEnded: boolean
  readonly live: LiveRecord | null
}

/** A ballot may be marked or voted with if it still counts and has no vote; a mark is no obstacle. */
export function castRefusal({ isEnded, live }: BallotNow): 'ballot.ended' | 'voting.alreadyVoted' | null {
  if (isEnded) return 'ballot.ended'
  return live?.status === BallotState.voted ? 'voting.alreadyVoted' : null
}

/** Every named code must belong to a ballot. */
export function codesRefusal(codes: readonly string[], known: readonly string[]): 'voting.unknownCode' | null {
  return codes.some((code) => !known.includes(code)) ? 'voting.unknownCode' : null
}

interface StandingRecord {
  readonly ballot: string
  readonly public_id: string
  readonly marked_code: string
  readonly paper: TakenBallot['recordpaper']
  readonly maker: string
  readonly voter: string | null
  readonly created_at: number
  readonly voted_at: number | null
  readonly desk: string
  readonly voter_name: string
  readonly owner_name: string | null
  readonly period: string | null
  readonly zone: string | null
  readonly building: string | null
  readonly unit: string | null
  readonly room: string | null
}

/** A conflicting record as the refusal lists it; the place is `''` if the property has left the roster. */
export function takenBallot(row: StandingRecord): TakenBallot {
  return {
    ballotid: row.ballot,
    recordid: row.public_id,
    place: placeInWords({ period: row.period ?? '', zone: row.zone ?? '', building: row.building ?? '', unit: row.unit ?? '', room: row.room ?? '' }),
    ownername: row.owner_name ?? row.voter_name,
    markedcode: row.marked_code,
    recordpaper: row.paper,
    operator: row.voter ?? row.maker,
    operatedate: formatTime(row.voted_at ?? row.created_at),
    desk: row.desk,
  }
}

/** A room of a building with its ballot's state. */
export interface GridRoom {
  readonly propertyId: string
  readonly unit: string
  readonly floor: string
  readonly room: string
  readonly state: BallotState
  readonly paperState: LivePaperState | -1
}

/** A branch that a grid can show: a building, or one of its units. */
export interface GridPath {
  readonly period: string
  readonly zone: string
  readonly building: string
  /** null: the whole building; `''`: a unit without a name. */
  readonly unit: string | null
}

/** Parses a path of depth 2 (a building) or 3 (a unit); null for any other. */
export function gridPath(path: string): GridPath | null {
  const depth = pathDepth(path)
  if (depth !== 2 && depth !== 3) return null
  const [period = '', zone = '', building = '', unit = null] = path.split(PATH_SEPARATOR)
  return { period, zone, building, unit }
}

type Element = BuildingGrid['units'][number]['floors'][number]['elements'][number]

/** Arranges a building: units in order, each with its floors from the top, each with its rooms. `rooms` is in reading order. */
export function buildGrid(activityId: string, rooms: readonly GridRoom[]): BuildingGrid {
  const units = new Map<string, Map<string, Element[]>>()
  for (const { propertyId, unit, floor, room, state, paperState } of rooms) {
    const floors = units.get(unit) ?? new Map<string, Element[]>()
    units.set(unit, floors)
    const floorNo = floor === '' ? floorOfRoom(room) : floor
    const elements = floors.get(floorNo) ?? []
    floors.set(floorNo, elements)
    elements.push({ baseinfo: { activityId, propertyId, room }, votestatus: state, paperstatus: paperState })
  }
  return {
    units: [...units].map(([unitname, floors]) => ({
      unitname,
      floors: [...floors].map(([floorno, elements]) => ({ floorno, elements })).toSorted((a, b) => compareFromTheTop(a.floorno, b.floorno)),
    })),
  }
}
