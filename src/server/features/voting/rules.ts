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
 * A person's choices as the text that a record keeps: one character a slot, `0` if nothing was chosen.
 *
 * @returns null for a topic or option that is not the activity's, one that comes twice, or an answer that the topic does
 * not offer
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

/** A record's answers as choices, one a slot; none of a record that is only marked. */
export function decodeAnswers(slots: readonly Slot[], answers: string): Choice[] {
  if (answers === '') return []
  return slots.map(({ topicId, optionId }, position) => ({ topicId, optionId, answer: answerAt(answers, position) }))
}

function answerAt(answers: string, position: number): Choice['answer'] {
  const digit = answers[position]
  return digit === '1' ? 1 : digit === '2' ? 2 : digit === '3' ? 3 : 0
}

/** What of an activity decides whether there is voting; times in epoch ms. */
export interface ActivityNow {
  readonly status: ActivityStatus
  readonly startsAt: number
  readonly endsAt: number
}

/** Why nothing can be marked or voted now: only while the vote is on, between its first and its last moment. */
export function votingRefusal(
  { status, startsAt, endsAt }: ActivityNow,
  now: number,
  step: 'mark' | 'cast',
): 'activity.wrongStatus' | 'voting.outsideTime' | null {
  return stepRefusal(status, step) ?? (now < startsAt || now > endsAt ? 'voting.outsideTime' : null)
}

/**
 * The same for a vote whose time of receipt may be known: then the vote is entered after the end, too, and
 * {@link receiptRefusal} judges that time.
 *
 * @param typed when the paper came in, as the caller says it
 * @param onRecord the same of each ballot's paper, as it was registered; null for one that is not back
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

/** Why a paper that came in then cannot be entered: later than now, or outside of the voting time. */
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
 * A tally comes after the end by its nature: it is late only where somebody had to say when the paper was received.
 */
export const isLateEntry = ({ endsAt }: Pick<ActivityNow, 'endsAt'>, step: 'cast' | 'tally', typed: number | null, now: number): boolean =>
  now > endsAt && (step === 'cast' || typed !== null)

/** A ballot's live record. */
export interface LiveRecord {
  readonly id: string
  readonly status: 0 | 1
  readonly markedCode: string
}

/** Only a vote is voided, and only while its activity is not finished. */
export function voidRefusal(activityStatus: ActivityStatus, recordStatus: 0 | 1 | 2): 'activity.wrongStatus' | 'voting.onlyVoted' | null {
  return stepRefusal(activityStatus, 'void') ?? (recordStatus === BallotState.voted ? null : 'voting.onlyVoted')
}

/**
 * Whether a clerk may void a record: a vote that they entered themselves, on the same day by Chinese time.
 *
 * Who only marked it did not enter it.
 */
export function isOwnVoteOfToday(record: { readonly voted_by: number | null; readonly voted_at: number | null }, userKey: number, now: number): boolean {
  return record.voted_by === userKey && record.voted_at !== null && chinaMidnight(record.voted_at) === chinaMidnight(now)
}

/** Only a mark without a vote is taken back, and only while the vote is on. */
export function unmarkRefusal(activityStatus: ActivityStatus, recordStatus: 0 | 1 | 2): 'activity.wrongStatus' | 'voting.onlyMarked' | null {
  return stepRefusal(activityStatus, 'unmark') ?? (recordStatus === BallotState.marked ? null : 'voting.onlyMarked')
}

/** A ballot that somebody wants to vote with or to mark. */
export interface BallotNow {
  readonly isEnded: boolean
  readonly live: LiveRecord | null
}

/** A ballot may be marked or voted with when it still counts and has no vote; a mark does not hinder. */
export function castRefusal({ isEnded, live }: BallotNow): 'ballot.ended' | 'voting.alreadyVoted' | null {
  if (isEnded) return 'ballot.ended'
  return live?.status === BallotState.voted ? 'voting.alreadyVoted' : null
}

/** Every code that was named must be that of a ballot. */
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

/** A record that is in somebody's way, as the refusal names it; the place is `''` if the property has left the roster. */
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

/** A branch that a grid can show: a building, or one unit of it. */
export interface GridPath {
  readonly period: string
  readonly zone: string
  readonly building: string
  /** null for the whole building; `''` is a unit without a name. */
  readonly unit: string | null
}

/** Reads a path of depth 2 (a building) or 3 (a unit); null for any other. */
export function gridPath(path: string): GridPath | null {
  const depth = pathDepth(path)
  if (depth !== 2 && depth !== 3) return null
  const [period = '', zone = '', building = '', unit = null] = path.split(PATH_SEPARATOR)
  return { period, zone, building, unit }
}

type Element = BuildingGrid['units'][number]['floors'][number]['elements'][number]

/** A building as its staircases stand: units in order, each with its floors from the top, each with its rooms. `rooms` comes in reading order. */
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
