import type { ReadSlot } from './pageContract.ts'
import { SlotState, type slotDoubts } from './pageRules.ts'
import { Decision } from './rules.ts'

/** Why a row is left to a person. */
export type SlotDoubt = (typeof slotDoubts)[number]

/** State of a scanned paper (`reading.md` section 3): the first of 7, 3, 6, 4, 5, 1 and 2 that applies. */
export const ScanState = { confirmable: 1, open: 2, incomplete: 3, same: 4, different: 5, settled: 6, dead: 7 } as const
export type ScanState = (typeof ScanState)[keyof typeof ScanState]
export const SCAN_STATES = [1, 2, 3, 4, 5, 6, 7] as const

/** Maximum papers confirmed at once: one screen of them. */
export const MAX_CONFIRMED = 24
export const TOO_MANY_CONFIRMED = `一次最多确认${MAX_CONFIRMED}张`

/** Message for a row that the reader left to a person. */
export const doubtWords: Readonly<Record<SlotDoubt, string>> = {
  several: '有不止一个框内有笔迹',
  faint: '笔迹很淡',
  stray: '框外有笔迹',
  word: '笔迹压在文字上',
  shape: '笔迹不是对勾',
  hole: '笔迹有圈或交叉',
  filled: '框内笔迹很密',
  small: '笔迹很小',
  large: '笔迹超出方框',
  box: '方框看不清',
  skewed: '这一栏歪斜',
  cut: '这一栏不完整',
  flat: '扫描丢失了浅色',
  twice: '同一页有两张不同的图片',
  blank: '没有找到笔迹',
  over: '同意的人数超过应选名额',
  proxy: '该票权登记了委托',
  byhand: '这一页由人工归属',
}

/** A slot of the activity's answers. */
export interface ScannedPlace {
  readonly topicId: string
  /** `''` for a topic voted on directly. */
  readonly optionId: string
  /** How many of the topic's options may be approved; null: any number. */
  readonly seats: number | null
}

/** A picture of a paper's page. */
export interface ScannedPicture {
  /** From 1. */
  readonly page: number
  readonly pageCount: number
  readonly slots: readonly ReadSlot[]
}

/**
 * The combined reading of a paper's pictures, one character per slot: answers 0 to 3, states 1 to 3, `-` if its page is
 * missing.
 */
export interface PaperReading {
  readonly answers: string
  readonly states: string
  /** Why each place of state 3 is left to a person, in order. */
  readonly doubts: readonly SlotDoubt[]
}

/** Answer and state of a row whose page has no picture. */
const MISSING = '-'
/** Whether the page of a slot was scanned, by its state. */
export const isRead = (state: string): boolean => state !== MISSING

type PlaceReading = { readonly state: SlotState; readonly answer: number; readonly why: SlotDoubt | '' } | null
const doubt = (why: SlotDoubt): PlaceReading => ({ state: SlotState.doubt, answer: 0, why })
const keyOf = ({ topicId, optionId }: Pick<ReadSlot, 'topicId' | 'optionId'>): string => `${topicId}\u0001${optionId}`
const said = (slots: readonly ReadSlot[]): string =>
  slots
    .map((slot) => `${keyOf(slot)}\u0001${slot.state}${slot.answer ?? ''}`)
    .toSorted()
    .join('\u0002')

/** Pages of a paper without a picture. */
export function missingPages(pictures: readonly Pick<ScannedPicture, 'page' | 'pageCount'>[]): number[] {
  const count = Math.max(0, ...pictures.map(({ pageCount }) => pageCount))
  const found = new Set(pictures.map(({ page }) => page))
  return Array.from({ length: count }, (_, index) => index + 1).filter((page) => !found.has(page))
}

/**
 * Combines the readings of a paper's pictures, the latest last.
 *
 * Differing pictures of one page leave the whole page to a human. A blank counts as read if another option is marked.
 */
export function paperReading(places: readonly ScannedPlace[], pictures: readonly ScannedPicture[]): PaperReading {
  const found = new Map<string, PlaceReading>()
  for (const ofPage of Map.groupBy(pictures, ({ page }) => page).values()) {
    const isTwice = new Set(ofPage.map(({ slots }) => said(slots))).size > 1
    for (const { slots } of ofPage)
      for (const slot of slots)
        found.set(
          keyOf(slot),
          isTwice
            ? doubt('twice')
            : slot.state === SlotState.doubt || slot.answer === null
              ? doubt(slot.why === '' ? 'shape' : slot.why)
              : { state: slot.state, answer: slot.answer, why: '' },
        )
  }
  const read = places.map((place) => found.get(keyOf(place)) ?? null)
  const ofTopics = Map.groupBy(
    places.map((place, index) => ({ ...place, index })),
    ({ topicId }) => topicId,
  )
  for (const rows of ofTopics.values()) {
    const readings = rows.map(({ index }) => read[index] ?? null)
    const hasClear = readings.some((reading) => reading?.state === SlotState.clear)
    const approved = readings.filter((reading) => reading?.state === SlotState.clear && reading.answer === 1).length
    const [{ seats, optionId } = { seats: null, optionId: '' }] = rows
    const isOver = seats !== null && approved > seats
    for (const [at, { index }] of rows.entries()) {
      const reading = readings[at] ?? null
      if (reading === null) continue
      if (isOver) read[index] = doubt('over')
      else if (reading.state === SlotState.blank && (optionId === '' || !hasClear)) read[index] = doubt('blank')
    }
  }
  return {
    answers: read.map((reading) => (reading === null ? MISSING : String(reading.answer))).join(''),
    states: read.map((reading) => (reading === null ? MISSING : String(reading.state))).join(''),
    doubts: read.flatMap((reading) => (reading === null || reading.why === '' ? [] : [reading.why])),
  }
}

/** A reading of a ballot with a proxy: all of it is left to a person. */
export function withProxy({ answers, states }: PaperReading): PaperReading {
  const isThere = Array.from(states).map(isRead)
  return {
    answers: Array.from(answers, (answer, place) => (isThere[place] === true ? '0' : answer)).join(''),
    states: isThere.map((there) => (there ? String(SlotState.doubt) : MISSING)).join(''),
    doubts: isThere.flatMap((there) => (there ? ['proxy' as const] : [])),
  }
}

/** Why each place is left to a person, `''` if it is not. */
export function doubtsByPlace({ states, doubts }: Pick<PaperReading, 'states' | 'doubts'>): (SlotDoubt | '')[] {
  const left = [...doubts]
  return Array.from(states, (state) => (state === String(SlotState.doubt) ? (left.shift() ?? 'shape') : ''))
}

/** Places left to a person. */
export const doubtfulPlaces = (states: string): number[] => Array.from(states).flatMap((state, place) => (state === String(SlotState.doubt) ? [place] : []))

/** Places, from 0, at which a record differs from a clear reading. */
export const scanDiffers = (recordAnswers: string, { answers, states }: Pick<PaperReading, 'answers' | 'states'>): number[] =>
  Array.from(states).flatMap((state, place) =>
    (state === String(SlotState.clear) || state === String(SlotState.blank)) && answers[place] !== recordAnswers[place] ? [place] : [],
  )

/** What determines the state of a paper. */
export interface ScannedPaper {
  /** Spoiled or replaced. */
  readonly isDead: boolean
  /** Received after the end. */
  readonly isLate: boolean
  readonly missing: readonly number[]
  readonly reading: PaperReading
  /** The valid vote; `decision` compared this reading with it. */
  readonly vote: { readonly answers: string; readonly decision: Decision | null } | null
}

/** Determines the state of a scanned paper; the only place that does. */
export function scanState({ isDead, isLate, missing, reading, vote }: ScannedPaper): ScanState {
  if (isDead || (vote === null && isLate)) return ScanState.dead
  if (missing.length > 0) return ScanState.incomplete
  if (vote !== null) {
    if (vote.decision === Decision.recordIsRight) return ScanState.settled
    return scanDiffers(vote.answers, reading).length === 0 ? ScanState.same : ScanState.different
  }
  return reading.doubts.length === 0 ? ScanState.confirmable : ScanState.open
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
/** Order of a list: confirmable papers by answers, so that a wrong one stands out among equals; all others by code. */
export const inScanOrder = (one: ListedScan, other: ListedScan): number =>
  one.state - other.state || (one.state === ScanState.confirmable ? byCodeUnit(one.answers, other.answers) : 0) || byCodeUnit(one.code, other.code)
interface ListedScan {
  readonly state: ScanState
  readonly answers: string
  readonly code: string
}
