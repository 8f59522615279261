import { createHash } from 'node:crypto'
import type { QueryOf } from '#shared/contract/index.ts'
import type { Binary } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { answerNames, answerSlots } from '#shared/features/activity/rules.ts'
import { correctedPart, correctionKindNames } from '#shared/features/objection/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { identityPaperNames, MAX_RECEIPTS, RECEIPTS_WITHIN } from '#shared/features/result/receipt.ts'
import { squareMetres } from '#shared/area/area.ts'
import { readSnapshot } from '../../database/open.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { ballotsOnRecord, correctionsInForce, type BallotOnRecord, type OwnCorrection } from './corrected.ts'
import { corrected } from './corrections.ts'
import { receiptPdf, type AnsweredSlot, type ReceiptFacts } from './receiptPage.ts'
import { receiptFileName } from './report/name.ts'
import { reportStore } from './report/store.ts'
import { resultStore, type CountedTopic } from './store.ts'

interface ReceiptDeps extends ServiceDeps {
  readonly journalService: Pick<JournalService, 'newest' | 'newestAbout' | 'newestCheckpoint'>
  readonly activities: ActivityService
  readonly fontFile: string
}
/** The actions whose entries lead to a ballot's present state. */
const ofVotes = ['voting.mark', 'voting.complete', 'voting.tally', 'voting.void'] as const
const VOTED = 1
const VOIDED = 2

/** 查票 (`after.md` section 5): the record of one ballot, for whoever asks for it. */
export function createReceipts({ database, clock, journalService, activities, fontFile }: ReceiptDeps) {
  /** @throws Refusal `result.receiptTooOften` (429) */
  async function checkCount(db: Db, { userKey }: Caller): Promise<void> {
    const now = clock.now()
    const looks = await journalService.newest(db, { action: 'result.receipt', userKey, since: now - RECEIPTS_WITHIN, limit: MAX_RECEIPTS })
    const oldest = looks.at(-1)
    if (looks.length < MAX_RECEIPTS || oldest === undefined) return
    throw new Refusal('result.receiptTooOften', { minutes: Math.ceil((oldest + RECEIPTS_WITHIN - now) / 60_000) })
  }

  /** The newest checkpoint, and whether the ballot's own entry came after it. */
  async function proofOf(db: Db, activityId: string, recordId: string | undefined): Promise<ReceiptFacts['proof']> {
    const checkpoint = await journalService.newestCheckpoint(db, activityId)
    const entry = recordId === undefined ? null : await journalService.newestAbout(db, recordId, ofVotes)
    return { code: checkpoint?.code ?? '', isOlder: checkpoint === null || entry === null ? null : checkpoint.number < entry.number }
  }

  async function factsOf(db: Db, activity: ActivityRecord, ballot: BallotOnRecord): Promise<ReceiptFacts> {
    const topics = await resultStore(db).topics(activity.id)
    const { record, paper } = await onRecord(db, activity.id, ballot.id)
    const corrections = (await correctionsInForce(db, activity.id)).filter(({ correction }) => correction.ballotId === ballot.id)
    const vote = corrections.find(({ correction }) => correctedPart[correction.kind] === 'vote')
    const after = vote ? corrected(ballot.facts, vote.correction) : null
    const answers = record && record.answers !== '' ? record.answers : null
    return {
      title: activity.title,
      estateName: (await reportStore(db).activity(activity.public_id))?.estate_name ?? '',
      place: ballot.place,
      code: record?.marked_code || (paper?.code ?? ''),
      ...standing(activity, record, paper),
      enteredAt: record?.voted_at ?? null,
      voidedAt: record?.voided_at ?? null,
      answers: answers === null && !after?.answers ? [] : answered(topics, answers ?? '', after?.answers ?? ''),
      corrections: corrections.map((own) => correctionInWords(own, ballot)),
      correctedState: after === null ? null : after.status === VOTED ? 'counted' : 'voided',
      proof: await proofOf(db, activity.public_id, record?.public_id),
      printedAt: clock.now(),
    }
  }

  return {
    /**
     * Creates an A5 page with a ballot's record, without name, phone or ID number; the entry keeps who asked.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404), also for a ballot that was merged into another;
     * `activity.wrongStatus` (409) before the start; `result.receiptTooOften` (429)
     */
    async receipt({ activityId, ballotId, identity, askedBy }: QueryOf<'result.receipt'>, caller: Caller): Promise<Binary> {
      // From one snapshot: a concurrently voided vote appears entirely as before or as after.
      const facts = await readSnapshot(database.location, async (db) => {
        const activity = await activities.require(db, activityId)
        const ballot = (await ballotsOnRecord(db, activity.id, [ballotId])).get(ballotId)
        if (!ballot || ballot.isEnded) throw new Refusal('ballot.notFound')
        activities.requireStatus(activity, 'lookUpVote')
        await checkCount(db, caller)
        return factsOf(db, activity, ballot)
      })
      const bytes = await receiptPdf(facts, fontFile)
      const { title, estateName, place } = facts
      const named = { activityId, activityTitle: title, place, ballotId }
      const after = { ...named, askedBy, identityPaper: identityPaperNames[identity], sha256: createHash('sha256').update(bytes).digest('hex') }
      await database.write(
        async ({ tx, journal }) => {
          await checkCount(tx, caller)
          journal.record({ caller, action: 'result.receipt', subject: ballotId, before: null, after })
        },
        // In a transaction of its own, so that the entry of an earlier call is committed and counted.
        { isLong: true },
      )
      return { type: 'application/pdf', bytes, fileName: receiptFileName({ estateName, title, now: facts.printedAt }) }
    },
  }
}

/** A ballot's last record, and its unspoiled paper. */
async function onRecord(db: Db, activityKey: number, ballotId: string) {
  const record = await db
    .selectFrom('vote_record as record')
    .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
    .select(['record.public_id', 'record.status', 'record.answers', 'record.marked_code', 'record.created_at'])
    .select(['record.received_at', 'record.voted_at', 'record.voided_at'])
    .where('ballot.activity_id', '=', activityKey)
    .where('ballot.public_id', '=', ballotId)
    .orderBy('record.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const paper = await db
    .selectFrom('ballot_paper as paper')
    .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
    .select(['paper.code', 'paper.status', 'paper.received_at'])
    .where('ballot.activity_id', '=', activityKey)
    .where('ballot.public_id', '=', ballotId)
    .where(livePaper('paper'))
    .executeTakeFirst()
  return { record, paper }
}
type OnRecord = Awaited<ReturnType<typeof onRecord>>

/**
 * The state of a ballot's vote, and when its paper was received. A mark by hand implies that the paper is back; a printed
 * paper may be anywhere.
 */
function standing(
  { starts_at: startsAt, ends_at: endsAt }: Pick<ActivityRecord, 'starts_at' | 'ends_at'>,
  record: OnRecord['record'],
  paper: OnRecord['paper'],
): Pick<ReceiptFacts, 'state' | 'receivedAt'> {
  if (record?.status === VOTED || record?.status === VOIDED) return { state: record.status === VOTED ? 'counted' : 'voided', receivedAt: record.received_at }
  const receivedAt = paper ? (paper.status === PaperState.received ? paper.received_at : null) : (record?.created_at ?? null)
  if (receivedAt === null) return { state: 'absent', receivedAt }
  return { state: receivedAt < startsAt || receivedAt > endsAt ? 'late' : 'received', receivedAt }
}

const answerInWords = (answers: string, position: number): string => {
  const answer = answers[position]
  if (answer === undefined) return ''
  return answer === '1' || answer === '2' || answer === '3' ? answerNames[answer] : '未选'
}
/** Each slot's recorded and corrected answer, the latter `''` without a correction. */
function answered(topics: readonly CountedTopic[], answers: string, afterwards: string): AnsweredSlot[] {
  return answerSlots(topics).map(({ topic, option }, position) => ({
    topic: `${topics.indexOf(topic) + 1}. ${topic.title}`,
    option: option ? `${topics.indexOf(topic) + 1}.${topic.options.indexOf(option) + 1} ${option.title}` : '',
    answer: answerInWords(answers, position),
    corrected: answerInWords(afterwards, position),
  }))
}

function correctionInWords({ number, correction }: OwnCorrection, { facts }: BallotOnRecord): string {
  const areas = correction.kind === 'area' ? `，${squareMetres(facts.areaHundredths)}㎡改为${squareMetres(correction.areaHundredths)}㎡` : ''
  return `异议${number}成立：${correctionKindNames[correction.kind]}${areas}`
}
