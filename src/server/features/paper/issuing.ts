import type { AnswerOf } from '#shared/contract/index.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { IssueRequest } from '#shared/features/paper/contract.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal, requireStatus, type ActivityRecord } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { IssuableBallot } from './ballotQueries.ts'
import { newCodes } from './codes.ts'
import type { PaperDeps } from './deps.ts'
import type { PageLayouts } from './layouts.ts'
import { paperStore, type NewPaper } from './store.ts'

/** @throws Refusal `activity.wrongStatus` (409), `voting.outsideTime` (402) after the end of voting: no more papers are printed */
export function requireIssuing(activity: ActivityRecord, step: 'issuePapers' | 'replacePaper', now: number): void {
  requireStatus(activity, step)
  if (now > activity.ends_at) throw new Refusal('voting.outsideTime')
}

/** Builds an unsaved paper. */
export function newPaper(
  { activity_id, ballot_id, property_public_id }: Pick<NewPaper, 'activity_id' | 'ballot_id' | 'property_public_id'>,
  code: string,
  caller: Caller,
  now: number,
): NewPaper {
  return {
    activity_id,
    ballot_id,
    property_public_id,
    code,
    status: PaperState.printed,
    issued_by: caller.userKey,
    issued_at: now,
    out_by: null,
    out_at: null,
    received_by: null,
    received_at: null,
    spoiled_by: null,
    spoiled_at: null,
    spoil_reason: '',
    new_code: '',
  }
}

/** The ballots listed in a call or in its scope, in reading order; throws a Refusal if a listed one is unknown or has ended. */
async function ballotsOf(tx: Db, activityKey: number, { paths, ballotIds }: IssueRequest): Promise<IssuableBallot[]> {
  const store = paperStore(tx)
  if (ballotIds.length === 0) return paths.length === 0 ? [] : store.ballotsInScope(activityKey, paths)
  const standing = new Map((await store.standing(activityKey, ballotIds)).map((row) => [row.public_id, row]))
  for (const id of ballotIds) {
    const row = required(standing.get(id), 'ballot.notFound')
    if (row.is_ended === 1) throw new Refusal('ballot.ended')
  }
  return store.ballotsNamed(activityKey, ballotIds)
}

/** Whether a ballot gets a paper: it has none, and no vote. */
const lacksPaper = ({ paper_key, record_status }: IssuableBallot): boolean => paper_key === null && record_status !== BallotState.voted

const toMark = (ballot: IssuableBallot) => ({
  key: ballot.id,
  areaHundredths: ballot.area_hundredths,
  property: { propertyId: ballot.property_public_id, ownerName: ballot.owner_name, phone: ballot.phone, idNumber: ballot.id_number },
})

/** Issues papers (生成选票). */
export function createPaperIssue({ database, clock, activities, marks }: Pick<PaperDeps, 'database' | 'clock' | 'activities' | 'marks'>, layouts: PageLayouts) {
  return {
    /**
     * A preview of issuing; read-only.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404), `ballot.ended` (409)
     */
    async issuable(request: IssueRequest): Promise<AnswerOf<'paper.issuable'>> {
      const activity = await activities.require(database.read, request.activityId)
      const found = await ballotsOf(database.read, activity.id, request)
      const toIssue = found.filter(lacksPaper).length
      const withPaper = found.filter(({ paper_key }) => paper_key !== null).length
      return { toIssue, withPaper, withVote: found.length - toIssue - withPaper }
    },

    /**
     * Issues a paper for each ballot with neither a vote nor a paper: its code becomes the ballot's marked code.
     *
     * A ballot marked by hand keeps its code, which becomes the paper's.
     *
     * @throws Refusal `paper.noScope` (400), `activity.notFound`, `ballot.notFound` (404), `activity.wrongStatus`,
     * `ballot.ended` (409), `voting.outsideTime` (402) after the end
     */
    async issue(request: IssueRequest, caller: Caller): Promise<AnswerOf<'paper.issue'>> {
      if (request.paths.length === 0 && request.ballotIds.length === 0) throw new Refusal('paper.noScope')
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, request.activityId)
          const now = clock.now()
          requireIssuing(activity, 'issuePapers', now)
          const found = await ballotsOf(tx, activity.id, request)
          const ballots = found.filter(lacksPaper)
          const unmarked = ballots.filter((ballot) => ballot.record_key === null)
          // papers spoiled earlier may have had another layout, so only live papers matter
          const { layoutId, state: layoutState } = ballots.length === 0 ? { layoutId: '', state: {} } : await layouts.freeze(tx, activity, now)
          const store = paperStore(tx)
          const codes = newCodes(unmarked.length, await store.givenCodes(activity.id))
          const codeOf = new Map(unmarked.map((ballot, index) => [ballot.id, codes[index] ?? '']))
          const recordIds = await marks.give(
            tx,
            activity.id,
            unmarked.map((ballot) => ({ ballot: toMark(ballot), code: codeOf.get(ballot.id) ?? '' })),
            caller,
            now,
          )
          const issued = ballots.map((ballot) => ({ ballot, code: codeOf.get(ballot.id) ?? ballot.marked_code ?? '' }))
          const keys = await store.insertAll(
            issued.map(({ ballot, code }) =>
              newPaper({ activity_id: activity.id, ballot_id: ballot.id, property_public_id: ballot.property_public_id }, code, caller, now),
            ),
          )
          const papers = issued.map(({ ballot, code }) => ({
            code,
            ballotId: ballot.public_id,
            place: placeInWords(ballot),
            ownerName: ballot.owner_name,
          }))
          const result = { issued: papers.length, skipped: found.length - papers.length }
          if (papers.length > 0) {
            journal.record({
              caller,
              action: 'paper.issue',
              subject: request.activityId,
              before: null,
              after: { ...inJournal(activity), ...result, layoutId },
              rows: papers.map(({ code, ballotId, place, ownerName }) => ({ before: null, after: { place, ownerName, paperCode: code, ballotId } })),
              state: { ...layoutState, ...(await stateOf(tx, { papers: keys, records: recordIds })) },
            })
          }
          return { papers, ...result }
        },
        { isLong: true },
      )
    },
  }
}
