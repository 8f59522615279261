import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { voteSheet, type PaperColumn } from '#shared/features/voting/sheet.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { placeText } from '#shared/place/placeText.ts'
import { placeInWords, type Place } from '#shared/place/place.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { UNREAD } from '../../workbooks/cellText.ts'
import { spellingOf } from './codeSpelling.ts'
import type { PapersOfVotes } from './papersOfVotes.ts'
import { rosterQueries } from './rosterQueries.ts'
import { placeParts, type VoteRow } from './sheet.ts'
import type { FoundActivity } from './contextQueries.ts'
import { votingStore } from './store.ts'

/** An error of a row and its column. */
export interface WrongColumn {
  readonly column: PaperColumn
  readonly message: string
}
/** The row's ballot, by public id; or why it cannot be determined. */
export type Matched = { readonly ballotId: string } | { readonly wrong: readonly WrongColumn[] }

const say = {
  ballot: '未找到该票权，可能是其他活动的录入表，或编号被改动',
  place: '未找到房屋',
  several: '有多处这样的房屋，请补全分期、区和单元',
  parted: '这些房屋不是同一票权',
  nothing: '请填写标记码或房屋坐落',
} as const
const { columns } = voteSheet([])
const names = { ballot: columns.ballot.name, markedCode: columns.markedCode.name, place: columns.place.name, room: '楼栋房号' } as const

/** Ambiguous: several things share the name. */
const SEVERAL = Symbol('several')
/** Several properties, not all of one ballot. */
const PARTED = Symbol('parted')
type Places = ReadonlyMap<string, string | typeof SEVERAL>

function note(places: Map<string, string | typeof SEVERAL>, key: string, ballotId: string): void {
  const known = places.get(key)
  places.set(key, known === undefined || known === ballotId ? ballotId : SEVERAL)
}

/** A place in a single text, normalized for comparison: many kinds of dashes are in use. */
const wholeKey = (text: string): string => placeText(text).replaceAll(/[‐‑‒–—―−]/g, '-')
const partsKey = (parts: VoteRow['parts']): string => placeParts.map((name) => parts[name] ?? '').join('\u0001')

/** A roster indexed by what workbook rows use to name ballots. */
export interface RosterIndex {
  /** Every ballot's first place in words. */
  readonly places: ReadonlyMap<string, string>
  readonly byWhole: Places
  readonly byParts: Places
}

/** Indexes a roster. `told` is any row: parts of a place without a column in its sheet are ignored. */
export async function indexRoster(db: Kysely<Schema>, activityKey: number, told: VoteRow['parts'] | undefined): Promise<RosterIndex> {
  const places = new Map<string, string>()
  const [byWhole, byParts] = [new Map<string, string | typeof SEVERAL>(), new Map<string, string | typeof SEVERAL>()]
  const named = (property: Place): VoteRow['parts'] => ({
    period: told?.period === null ? null : property.period,
    zone: told?.zone === null ? null : property.zone,
    building: told?.building === null ? null : property.building,
    unit: told?.unit === null ? null : property.unit,
    room: property.room,
  })
  for await (const properties of rosterQueries(db).properties(activityKey)) {
    for (const property of properties) {
      const { ballotId } = property
      const words = placeInWords(property)
      if (!places.has(ballotId)) places.set(ballotId, words)
      note(byWhole, wholeKey(words), ballotId)
      note(byParts, partsKey(named(property)), ballotId)
    }
  }
  return { places, byWhole, byParts }
}

/** By row code: the activity's spelling and the ballot it refers to (as `queryvotersbymarkedcode`), or why it refers to none. */
type CodeIndex = ReadonlyMap<string, { readonly code: string; readonly ballotId: string } | { readonly message: string }>

/** Looks codes up as the desk does: a live record's, a paper's, during tally also that of a ballot whose vote was voided. */
export async function indexCodes(
  db: Kysely<Schema>,
  { refuseDead }: Pick<PapersOfVotes, 'refuseDead'>,
  activity: Pick<FoundActivity, 'id' | 'key' | 'status'>,
  rows: readonly VoteRow[],
): Promise<CodeIndex> {
  const store = votingStore(db)
  const typed = [...new Set(rows.map(({ markedCode }) => markedCode))].filter((code) => code !== '' && code !== UNREAD)
  if (typed.length === 0) return new Map()
  const spell = await spellingOf(store, activity.id, typed)
  const codes = [...new Set(typed.map(spell))]
  const ballotOf = new Map<string, string>()
  for (const { id, live, paper } of (await store.ballotsMarked(activity.id, codes))?.ballots ?? []) {
    if (paper) ballotOf.set(paper.code, id)
    if (live) ballotOf.set(live.markedCode, id)
  }
  const unknown = codes.filter((code) => !ballotOf.has(code))
  if (activity.status === ActivityStatus.tallying && unknown.length > 0) {
    const voids = await store.lastVoids(activity.key, { codes: unknown, ballotKeys: [] })
    for (const { markedCode, ballotId } of voids.toReversed()) ballotOf.set(markedCode, ballotId)
  }
  const messages = new Map<string, string>()
  for (const code of unknown) if (!ballotOf.has(code)) messages.set(code, await whyUnknown(code))

  async function whyUnknown(code: string): Promise<string> {
    try {
      await refuseDead(db, activity.key, [code])
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
    return sentenceFor('voting.unknownCode')
  }

  return new Map(
    typed.map((text) => {
      const code = spell(text)
      const ballotId = ballotOf.get(code)
      return [text, ballotId === undefined ? { message: messages.get(code) ?? sentenceFor('voting.unknownCode') } : { code, ballotId }]
    }),
  )
}

interface Claim {
  readonly column: keyof typeof names
  readonly ballotId: string
}

/** Finds a row's ballot; all identifying cells must refer to the same one. */
export function matchRow(row: VoteRow, roster: RosterIndex, codes: CodeIndex): Matched {
  const wrong: WrongColumn[] = []
  const claims: Claim[] = []
  const take = (column: Claim['column'], found: string | typeof SEVERAL | undefined, message: string): void => {
    if (found === undefined) wrong.push({ column, message })
    else if (found === SEVERAL) wrong.push({ column, message: say.several })
    else claims.push({ column, ballotId: found })
  }
  const isTold = (text: string | null): text is string => text !== null && text !== '' && text !== UNREAD
  if (isTold(row.ballotId)) take('ballot', roster.places.has(row.ballotId) ? row.ballotId : undefined, say.ballot)
  if (isTold(row.markedCode)) {
    const found = codes.get(row.markedCode)
    take('markedCode', found && 'ballotId' in found ? found.ballotId : undefined, found && 'message' in found ? found.message : '')
  }
  if (isTold(row.place)) {
    const found = ballotAt(row.place, roster)
    if (found === PARTED) wrong.push({ column: 'place', message: say.parted })
    else take('place', found, say.place)
  }
  const isPartUnread = placeParts.some((name) => row.parts[name] === UNREAD)
  if (isTold(row.parts.room) && !isPartUnread) take('room', roster.byParts.get(partsKey(row.parts)), say.place)
  const [first, ...others] = claims
  for (const { column, ballotId } of others) {
    if (first && ballotId !== first.ballotId) wrong.push({ column, message: `与${names[first.column]}不是同一票权` })
  }
  if (first && wrong.length === 0) return { ballotId: first.ballotId }
  const isUnread = isPartUnread || [row.ballotId, row.markedCode, row.place].includes(UNREAD)
  return { wrong: first || wrong.length > 0 || isUnread ? wrong : [{ column: 'place', message: say.nothing }] }
}

/** The ballot of a place in one text, or of several joined by 、, all of which must be of one ballot. */
function ballotAt(text: string, { byWhole }: RosterIndex): string | typeof SEVERAL | typeof PARTED | undefined {
  const whole = byWhole.get(wholeKey(text))
  if (whole !== undefined || !text.includes('、')) return whole
  const found = text.split('、').map((part) => byWhole.get(wholeKey(part)))
  if (found.some((one) => one === undefined)) return undefined
  return new Set(found).size === 1 ? found[0] : PARTED
}
