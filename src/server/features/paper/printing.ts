import type { AnswerOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { ballotContentOf } from '#shared/features/paper/ballotContent.ts'
import type { BallotLayout } from '#shared/features/paper/layout.ts'
import { fittedText } from '#shared/features/paper/layoutText.ts'
import type { PrintablePaper, PrintRequest } from '#shared/features/paper/printContract.ts'
import { MAX_PRINTED, PaperState } from '#shared/features/paper/rules.ts'
import { slipsOf } from '#shared/features/paper/slips.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Tx } from '../../database/schema.ts'
import { inOrderOf } from '../../database/rows.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import type { PaperDeps } from './deps.ts'
import { requireIssuing } from './issuing.ts'
import type { PageLayouts } from './layouts.ts'
import { placeOf, refuseDeadPaper, toRefused } from './requirements.ts'
import { paperStore } from './store.ts'

/** Minimum font size of property names in mm, and maximum number of them. */
const [LEAST_SIZE, MOST_NAMED] = [3, 20]

/** A merged ballot's properties, abridged to fit on its papers: `一期-1栋-101、一期-1栋-102 等 5 套`. */
function propertiesInWords(places: readonly string[], { pages }: BallotLayout): string {
  const fields = pages.flatMap((page) => page.fields).filter(({ name }) => name === 'place')
  const naming = (count: number): string => `${places.slice(0, count).join('、')} 等 ${places.length} 套`
  for (let count = Math.min(places.length, MOST_NAMED); count > 1; count--) {
    if (fields.every((field) => fittedText(naming(count), field, field.size).size >= LEAST_SIZE)) return naming(count)
  }
  return naming(1)
}

/** Print data of papers, in the order of their keys. */
async function printable(tx: Tx, keys: readonly number[], layout: BallotLayout): Promise<PrintablePaper[]> {
  const rows = inOrderOf(keys, await paperStore(tx).printed(keys))
  const merged = rows.flatMap((row) => (row.property_count > 1 ? [row.ballot_id] : []))
  const propertiesOfBallot = Map.groupBy(await paperStore(tx).propertiesOf(merged), (property) => property.ballot_id)
  return rows.map((row) => ({
    code: row.code,
    place: row.property_count > 1 ? propertiesInWords((propertiesOfBallot.get(row.ballot_id) ?? []).map(placeInWords), layout) : placeOf(row),
    ballotNumber: row.number,
    areaHundredths: row.area_hundredths,
  }))
}

/** The keys of the papers to print, in the given or in reading order. */
async function chosen(tx: Tx, activityKey: number, { codes, path }: PrintRequest): Promise<number[]> {
  const store = paperStore(tx)
  if (codes.length === 0) {
    // a paper already handed out is only reprinted by its code: avoids two sheets of one paper
    const { keys, total } = await store.page({ activityKey, state: PaperState.printed, path, searched: null }, 0, MAX_PRINTED)
    if (total > keys.length) throw new Refusal('paper.tooMany', { limit: MAX_PRINTED })
    return keys
  }
  const found = new Map((await store.byCodes(activityKey, codes)).map((paper) => [paper.code, paper]))
  const keys: number[] = []
  for (const code of codes) {
    const paper = found.get(code)
    if (!paper) throw new Refusal('paper.unknown', { code })
    if (paper.status === PaperState.spoiled) await refuseDeadPaper(tx, paper)
    if (paper.status === PaperState.received) throw new Refusal('paper.printedAfterReturn', { paper: toRefused(paper) })
    keys.push(paper.id)
  }
  return keys
}

/** The print data of papers, and their layout. */
export function createPaperPrinter({ database, clock, activities }: Pick<PaperDeps, 'database' | 'clock' | 'activities'>, layouts: PageLayouts) {
  return {
    /**
     * The named papers, or those of a branch still in the office, with the layout; the journal records the printing.
     *
     * @throws Refusal `activity.notFound`, `paper.unknown` (404), `paper.tooMany` (400), `voting.outsideTime` (402) after
     * the end; 409 with `activity.wrongStatus`, `paper.printedAfterReturn`, `paper.spoiled` or `paper.replaced`
     */
    print: (request: PrintRequest, caller: Caller): Promise<AnswerOf<'paper.print'>> =>
      database.write(
        async ({ tx, journal }) => {
          const { stub, receipt } = request
          const activity = await activities.require(tx, request.activityId)
          const now = clock.now()
          requireIssuing(activity, 'issuePapers', now)
          const keys = await chosen(tx, activity.id, request)
          if (keys.length === 0) return { ...(await layouts.of(tx, activity)), papers: [], slips: null }
          const { layoutId, layout, state } = await layouts.freeze(tx, activity, now)
          const papers = await printable(tx, keys, layout)
          journal.record({
            caller,
            action: 'paper.print',
            subject: request.activityId,
            before: null,
            after: { ...inJournal(activity), printed: papers.length, layoutId, stub, receipt },
            rows: papers.map(({ code, place }) => ({ before: null, after: { place, paperCode: code } })),
            state,
          })
          const ballot = ballotContentOf(await activities.whole(tx, request.activityId))
          const pageCount = layout.pages.filter(({ kind }) => kind === 'ballot').length
          return { layoutId, layout, papers, slips: slipsOf(ballot, pageCount, request) }
        },
        { isLong: true },
      ),

    /**
     * The layout of an activity's ballot papers, without printing.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async layout(activityId: string): Promise<AnswerOf<'paper.layout'>> {
      return layouts.of(database.read, await activities.require(database.read, activityId))
    },
  }
}
