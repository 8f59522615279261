import { required } from '#shared/contract/refusals.ts'
import type { Extension } from '#shared/features/activity/contract.ts'
import { electionsOf } from '#shared/features/activity/elections.ts'
import { differenceInWords } from '#shared/features/journal/replay.ts'
import { stateFieldName } from '#shared/features/journal/stateFields.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { rulesLine } from '#shared/features/estate-rules/rules.ts'
import { secondEntryStateNames } from '#shared/features/reading/rules.ts'
import { wholeOf } from '#shared/features/voting/funnel.ts'
import type { Db } from '../../../database/schema.ts'
import { wholeActivity } from '../../activity/records.ts'
import { rulesOfKey } from '../../estate-rules/service.ts'
import { countFunnel } from '../../voting/funnel.ts'
import { secondEntryLines, standingVotes } from '../../reading/standing.ts'
import { sampleLines } from '../../sample/lines.ts'
import { adjustmentLines } from '../adjustments.ts'
import { countTwice } from '../corrected.ts'
import { electionResults, slotResults } from '../results.ts'
import { resultStore } from '../store.ts'
import { createBook } from '../../../workbooks/book.ts'
import { checkAccounts } from '../../journal/accountCheck.ts'
import { namedKeys } from '../../journal/namedKeys.ts'
import { clockCheckUpTo } from '../../journal/journalTime.ts'
import { rosterAdjustments } from '../../journal/rosterAdjustments.ts'
import type { KnownInWords } from '../../journal/known.ts'
import { correctionLines, type ReportContext } from './context.ts'
import { writeConclusion } from './sheets/conclusion.ts'
import { writeBallots, writeProperties, writeNotVoted, writeRoster, writeVoided } from './sheets/lists.ts'
import { writeParticipation } from './sheets/participation.ts'
import { writeStatistics } from './sheets/statistics.ts'
import { nameIn, operatorNames } from './rows.ts'
import { reportStore } from './store.ts'
import { mustEqual } from '../../../workbooks/table.ts'

/** `full`: all seven sheets, for the office. `public`: for publication, without a name, a phone or an ID number. */
export type Edition = 'full' | 'public'

/** Parameters of a report. */
export interface ReportOrder {
  readonly activityId: string
  readonly edition: Edition
  /** Epoch ms, printed as the creation time. */
  readonly now: number
  /** The 核验码 of the checkpoint signed for it. */
  readonly code: string
  /** Acknowledged differences between journal and tables. */
  readonly known?: readonly KnownInWords[]
  /** The journal's head for the report; defaults to the newest entry. A bundle's report names that of the bundle's checkpoint. */
  readonly journalHead?: ReportContext['journalHead']
}
type Progress = (done: number, total: number) => void

/**
 * Writes the report (`workbooks.md` section 3) from a snapshot of the database.
 *
 * Checks every total of every sheet against independent figures of the database and the counting. The same data and order
 * yield the same bytes.
 * @throws ReportMismatch if two figures differ; Refusal 404 for an unknown activity
 */
export async function makeReport(db: Db, order: ReportOrder, progress: Progress = () => undefined): Promise<Uint8Array<ArrayBuffer>> {
  const { edition, now } = order
  const { key, context } = await gather(db, order)
  const store = reportStore(db)
  const count = countedSteps(edition === 'public' ? context.totals.propertyCount : rowsOf(context), progress)
  const book = createBook({ isDraft: context.status !== ActivityStatus.finished, now })

  const places = writeConclusion(book, context)
  writeStatistics(book, context)
  writeParticipation(book, context, await store.participation(key), places)
  if (edition === 'public') {
    await writeProperties(book, context, count(store.properties(key)))
  } else {
    await writeBallots(book, context, count(store.ballots(key)))
    await writeNotVoted(book, context, count(store.notVoted(key)))
    await writeVoided(book, context, store.voidedVotes(key))
    await writeRoster(book, context, count(store.roster(key)))
  }
  return book.finish()
}

async function gather(db: Db, { activityId, edition, now, code, known = [], journalHead }: ReportOrder): Promise<{ key: number; context: ReportContext }> {
  const store = reportStore(db)
  const activity = required(await store.activity(activityId), 'activity.notFound')
  const topics = await resultStore(db).topics(activity.id)
  const sums = await resultStore(db).sums(activity.id, topics, { rule: activity.counting_rule, policy: [], at: now })
  const totals = await store.totals(activity.id)
  const funnel = await countFunnel(db, activity)
  mustEqual('ballots by paper', wholeOf(funnel).count, sums.ballots.whole.count)
  mustEqual('area by paper', wholeOf(funnel).areaHundredths, sums.ballots.whole.areaHundredths)
  mustEqual('entered papers', funnel.entered.count, sums.ballots.voted.count)
  const categories = await store.categories(activity.id)
  mustEqual(
    'properties by category',
    categories.reduce((sum, { propertyCount }) => sum + propertyCount, 0),
    totals.propertyCount,
  )
  const head = journalHead ?? (await store.journalHead()) ?? null
  const slots = slotResults(activity.counting_rule, topics, sums)
  // Properties and ballots are counted separately; merging and splitting must have kept them consistent.
  mustEqual('roster area', totals.propertyAreaHundredths, sums.ballots.whole.areaHundredths)
  return {
    key: activity.id,
    context: {
      estateName: activity.estate_name,
      title: activity.title,
      status: activity.status,
      rule: activity.counting_rule,
      ruleBasis: activity.rule_basis,
      rulesLines: await rulesLines(db, activity),
      startsAt: activity.starts_at,
      endsAt: activity.ends_at,
      extensions: JSON.parse(activity.extensions) as Extension[], // the program wrote it
      scopePaths: JSON.parse(activity.scope_paths) as string[],
      slots,
      elections: electionResults(topics, slots, sums),
      electionSlots: electionsOf(topics),
      ballots: sums.ballots,
      totals,
      funnel,
      adjustedProperties: sums.adjustedProperties,
      adjustments: adjustmentLines(await rosterAdjustments(db, activityId), sums.adjustedProperties),
      ...(await readAgain(db, activity)),
      sampleLines: await sampleLines(db, activity, edition === 'full'),
      correctionLines: correctionLines(await countTwice(db, activity.id, { rule: activity.counting_rule, policy: [], at: now }), edition === 'full'),
      categories,
      journalHead: head,
      clock: await clockCheckUpTo(db, head?.number ?? 0),
      accountFaults: (await checkAccounts(db)).map((each) => differenceInWords(each, each.id, stateFieldName)),
      keyCount: (await namedKeys(db)).size,
      code,
      now,
      known,
    },
  }
}

/** Second readings of paper votes; empty if none were requested or made. */
async function readAgain(
  db: Db,
  { id, second_entry: asked }: { readonly id: number; readonly second_entry: 1 | null },
): Promise<Pick<ReportContext, 'secondEntries' | 'secondEntryLines'>> {
  const votes = await standingVotes(db, id)
  const names = await operatorNames(db)
  const told = votes.filter(({ state }) => asked === 1 || state !== 'due')
  return {
    secondEntries: new Map(
      told.map(({ vote, state, readers }) => [vote.id, { state: secondEntryStateNames[state], readers: readers.map((key) => nameIn(names, key)).join('、') }]),
    ),
    secondEntryLines: secondEntryLines(votes, asked === 1),
  }
}

/** Total rows of the full edition's long lists, for the progress. */
const rowsOf = ({ ballots }: ReportContext): number => 3 * ballots.whole.count - ballots.voted.count

/** Iterates lists from end to end; each chunk reports the overall progress. */
function countedSteps(total: number, progress: Progress) {
  let done = 0
  return async function* count<Row>(chunks: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    for await (const chunk of chunks) {
      yield chunk
      done += chunk.length
      progress(done, total)
    }
  }
}

/** The applicable version of the 议事规则. */
async function rulesLines(db: Db, { public_id: id, rules_id: key }: { readonly public_id: string; readonly rules_id: number | null }): Promise<string[]> {
  if (key === null) return []
  return [`议事规则：${rulesLine(await rulesOfKey(db, key), (await wholeActivity(db, id)).rulesDiffer)}`]
}
