import type { Kysely } from 'kysely'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { voteSheet, type PaperColumn } from '#shared/features/voting/sheet.ts'
import type { RowError } from '#shared/import/contract.ts'
import type { Schema } from '../../database/schema.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { timeRefusal, type Cast } from './castVotes.ts'
import { ballotsToTally, type BallotToCast } from './ballotsToCast.ts'
import { returnedAt, type PapersOfVotes } from './papersOfVotes.ts'
import { indexCodes, matchRow, type RosterIndex } from './rowMatching.ts'
import { castRefusal, entryRefusal } from './rules.ts'
import type { VoteRow } from './sheet.ts'
import type { FoundActivity, FoundBallot } from './contextQueries.ts'
import { votingStore } from './store.ts'

/** A chunk of answered rows of a workbook, and the context to check them. */
interface RowsToJudge {
  readonly activityId: string
  readonly rows: readonly VoteRow[]
  readonly roster: RosterIndex
  /** Row numbers by ballot, of earlier chunks; this chunk's are added. */
  readonly rowOf: Map<string, number>
  /** The sheet's column names: errors are reported at an existing one. */
  readonly columns: readonly string[]
  readonly whenVoted: 'refuse' | 'skip'
  readonly sha256: string
  readonly now: number
}

/** The result of a chunk; `activity` null if there was no ballot to look up. */
export interface JudgedRows {
  readonly activity: FoundActivity | null
  readonly casts: readonly Cast[]
  readonly same: number
  readonly skipped: number
  readonly errors: readonly RowError[]
}

const { columns } = voteSheet([])
const say = {
  otherAnswers: '该票权已投票，答案不同',
  cannotTally: '该票权没有标记，也没有作废的投票，唱票中不能录入',
  twice: (first: number) => `与第${first}行是同一票权`,
} as const

/**
 * Checks rows by the rules of the desk, each as a vote of its own (`after.md` section 1).
 *
 * Read-only; casting the result on the same connection needs no further check.
 */
export async function judgeRows(db: Kysely<Schema>, papersOfVotes: Pick<PapersOfVotes, 'refuseDead'>, asked: RowsToJudge): Promise<JudgedRows> {
  const { activityId, rows, roster, rowOf, whenVoted, sha256, now } = asked
  const store = votingStore(db)
  const errors: RowError[] = []
  const wrong = (row: VoteRow, column: PaperColumn, message: string, ballotId = ''): void => {
    errors.push(errorOf(row, column, message, { columns: asked.columns, place: roster.places.get(ballotId) ?? '' }))
  }
  const none = await store.ballotsMarked(activityId, [])
  if (!none) return { activity: null, casts: [], same: 0, skipped: 0, errors }
  const { activity } = none
  const codes = await indexCodes(db, papersOfVotes, activity, rows)
  const found: { readonly row: VoteRow; readonly ballotId: string }[] = []
  for (const row of rows) {
    const matched = matchRow(row, roster, codes)
    if ('wrong' in matched) {
      for (const { column, message } of matched.wrong) wrong(row, column, message)
      continue
    }
    const { ballotId } = matched
    const first = rowOf.get(ballotId)
    if (first === undefined) {
      rowOf.set(ballotId, row.row)
      found.push({ row, ballotId })
    } else wrong(row, 'place', say.twice(first), ballotId)
  }
  const ballots = await ballotsOf(
    store,
    activityId,
    found.map(({ ballotId }) => ballotId),
  )
  let [same, skipped] = [0, 0]
  const open: { readonly row: VoteRow; readonly ballot: FoundBallot }[] = []
  for (const { row, ballotId } of found) {
    const ballot = ballots.get(ballotId)
    const refusal = ballot ? castRefusal(ballot) : 'ballot.notFound'
    if (!ballot || refusal === 'ballot.notFound' || refusal === 'ballot.ended')
      wrong(row, 'place', sentenceFor(refusal === 'ballot.ended' ? refusal : 'ballot.notFound'), ballotId)
    else if (row.answers === null) continue
    else if (refusal === null) open.push({ row, ballot })
    else if (ballot.live?.answers === row.answers) same += 1
    else if (whenVoted === 'skip') skipped += 1
    else wrong(row, 'place', say.otherAnswers, ballotId)
  }
  const ballotsToCast = await castable(
    db,
    activity,
    open.map(({ ballot }) => ballot),
  )
  const casts: Cast[] = []
  for (const { row, ballot } of open) {
    const toCast = ballotsToCast.get(ballot.id)
    const refusal = toCast && refusalOf(activity, toCast, row, now)
    if (!toCast) wrong(row, 'place', say.cannotTally, ballot.id)
    else if (refusal) wrong(row, 'time', sentenceFor(refusal), ballot.id)
    else casts.push({ toCast, vote: voteOf(row, toCast, { activity, codes, sha256 }) })
  }
  return { activity, casts, same, skipped, errors }
}

/** Why a paper's time of receipt forbids voting: by the desk's rule, or in 唱票中 by the tally's. */
function refusalOf(activity: FoundActivity, toCast: BallotToCast, row: VoteRow, now: number) {
  const isTally = activity.status === ActivityStatus.tallying
  const refusal = isTally ? null : entryRefusal(activity, now, row.receivedAt, [returnedAt(toCast.ballot)])
  return refusal === null || refusal === 'activity.wrongStatus' ? timeRefusal(activity, toCast, row.receivedAt, now) : refusal
}

interface VoteContext {
  readonly activity: FoundActivity
  readonly codes: Awaited<ReturnType<typeof indexCodes>>
  readonly sha256: string
}

/** The vote of a row: voter and code are the roster's. The paper counts as received if the row or the tally names its code. */
function voteOf(row: VoteRow, toCast: BallotToCast, { activity, codes, sha256 }: VoteContext): Cast['vote'] {
  const isTally = activity.status === ActivityStatus.tallying
  const code = codes.get(row.markedCode)
  return {
    isTally,
    answers: row.answers ?? '',
    voterName: '',
    voterPhone: null,
    voterIdNumber: null,
    receipt: { channel: row.channel, receivedAt: row.receivedAt, handedInBy: row.handedInBy, proxyId: '' },
    markedCodes: isTally ? [toCast.markedCode] : code && 'code' in code ? [code.code] : [],
    fileHash: sha256,
    readingId: '',
  }
}

type Store = ReturnType<typeof votingStore>

async function ballotsOf(store: Store, activityId: string, ids: readonly string[]): Promise<ReadonlyMap<string, FoundBallot>> {
  const situation = ids.length === 0 ? null : await store.ballotsNamed(activityId, ids, '')
  return new Map(situation?.ballots.map((ballot) => [ballot.id, ballot]))
}

/** The ballots that may vote: in 投票中 all free ones, in 唱票中 the marked ones and those whose last vote is void. */
async function castable(db: Kysely<Schema>, activity: FoundActivity, ballots: readonly FoundBallot[]): Promise<ReadonlyMap<string, BallotToCast>> {
  const byBallot = (some: readonly BallotToCast[]) => new Map(some.map((one) => [one.ballot.id, one]))
  if (activity.status !== ActivityStatus.tallying) {
    return byBallot(ballots.map((ballot) => ({ ballot, markedCode: ballot.paper?.code ?? '', receivedAt: returnedAt(ballot) })))
  }
  const store = votingStore(db)
  const marked = ballots.filter(({ live }) => live?.status === BallotState.marked)
  const others = ballots.filter(({ live }) => live === null)
  const voided = others.length === 0 ? [] : await store.lastVoids(activity.key, { codes: [], ballotKeys: others.map(({ key }) => key) })
  const codes = marked.map(({ live }) => live?.markedCode ?? '')
  return byBallot(
    await ballotsToTally(
      store,
      { activity, ballots: marked },
      codes,
      voided.map(({ ballotId }) => ballotId),
    ),
  )
}

/** A row's error, at the column concerned, or else at another column of the sheet that identifies the row. */
function errorOf(
  row: VoteRow,
  wanted: PaperColumn,
  message: string,
  { columns: present, place }: { readonly columns: readonly string[]; readonly place: string },
): RowError {
  const isThere = (column: PaperColumn): boolean => present.includes(columns[column].name)
  const column = [wanted, ...telling].find(isThere) ?? wanted
  return { row: row.row, column: columns[column].name, message, value: valueOf(row, column), place, owner: '' }
}
const telling = ['place', 'room', 'markedCode', 'ballot'] as const satisfies readonly PaperColumn[]

function valueOf(row: VoteRow, column: PaperColumn): string {
  switch (column) {
    case 'ballot':
      return row.ballotId
    case 'markedCode':
    case 'place':
    case 'handedInBy':
      return row[column]
    case 'time':
      return row.receivedAt === null ? '' : formatTime(row.receivedAt).slice(0, 16)
    case 'channel':
      return ''
    case 'period':
    case 'zone':
    case 'building':
    case 'unit':
    case 'room':
      return row.parts[column] ?? ''
  }
}
