import { Refusal, throwIfRefused } from '#shared/contract/refusals.ts'
import { answerNames, type Answer } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { CorrectionDraft } from '#shared/features/objection/contract.ts'
import { correctedPart, correctionKindNames } from '#shared/features/objection/rules.ts'
import type { Tx } from '../../database/schema.ts'
import type { ActivityRecord } from '../activity/service.ts'
import type { VotingService } from '../voting/service.ts'
import { receiptRefusal } from '../voting/rules.ts'
import { ballotsOnRecord, correctionsInForce, type BallotOnRecord, type StoredCorrection } from '../result/corrected.ts'
import { corrected, isSameBallot } from '../result/corrections.ts'

export interface CorrectingDeps {
  readonly voting: Pick<VotingService, 'answersOf'>
}

/** A decision's validated corrections, with their ballots. */
export interface JudgedCorrections {
  readonly corrections: readonly StoredCorrection[]
  readonly ballots: ReadonlyMap<string, BallotOnRecord>
}

const areaInWords = (hundredths: number): string => `${(hundredths / 100).toFixed(2)}㎡`

/** A correction in words, for the journal. */
export function correctionInWords(correction: StoredCorrection, { place, facts }: BallotOnRecord): string {
  const answers = 'answers' in correction ? `：${Array.from(correction.answers, (digit) => answerNames[Number(digit) as Answer] ?? '未选').join('、')}` : ''
  const area = correction.kind === 'area' ? `：${areaInWords(facts.areaHundredths)}改为${areaInWords(correction.areaHundredths)}` : ''
  return `${place}　${correctionKindNames[correction.kind]}${answers}${area}`
}

/** Why a correction does not fit its ballot's record; times in epoch ms. */
function misfit(correction: StoredCorrection, { facts, paperReceivedAt }: BallotOnRecord, activity: ActivityRecord, now: number) {
  const isVoted = facts.status === BallotState.voted
  switch (correction.kind) {
    case 'void':
    case 'answers':
      return isVoted ? null : 'objection.notVoted'
    case 'vote': {
      if (isVoted) return 'objection.voted'
      if (correction.receivedAt === undefined) return 'objection.noReceipt'
      const time = { startsAt: activity.starts_at, endsAt: activity.ends_at }
      return receiptRefusal(time, correction.receivedAt, now) ?? (paperReceivedAt === null ? null : receiptRefusal(time, paperReceivedAt, now))
    }
    case 'undelivered':
      return facts.deliveries.length > 0 ? null : 'objection.notDelivered'
    case 'area':
      return null
  }
}

/** Validation of corrections of records. */
export function createCorrecting({ voting }: CorrectingDeps) {
  /** @throws Refusal `voting.otherTopics`, `objection.noArea` (400), `objection.noMerge` (402) */
  async function stored(tx: Tx, activityId: string, draft: CorrectionDraft): Promise<StoredCorrection> {
    const { ballotId, kind, choices, receivedAt, areaHundredths } = draft
    switch (kind) {
      case 'merge':
        throw new Refusal('objection.noMerge')
      case 'void':
      case 'undelivered':
        return { ballotId, kind }
      case 'area':
        if (typeof areaHundredths !== 'number') throw new Refusal('objection.noArea')
        return { ballotId, kind, areaHundredths }
      case 'answers':
      case 'vote': {
        const { answers } = await voting.answersOf(tx, activityId, choices)
        return { ballotId, kind, answers, ...(kind === 'vote' && receivedAt !== null ? { receivedAt } : {}) }
      }
    }
  }

  return {
    /**
     * Validates the corrections of a decision: each must fit its ballot's record and be its only one.
     *
     * @param own the objection being decided: its former decision's corrections are replaced
     * @throws Refusal 400 with `objection.same`, `objection.noReceipt`, `objection.noArea`, `voting.otherTopics` or
     * `voting.receivedInFuture`; 402 with `objection.noMerge` or `voting.receivedOutsideTime`; `ballot.notFound` (404), also for an ended
     * one; 409 with `objection.notVoted`, `objection.voted`, `objection.notDelivered` or `objection.corrected`
     */
    async judge(
      tx: Tx,
      {
        activity,
        drafts,
        own,
        now,
      }: { activity: ActivityRecord; drafts: readonly CorrectionDraft[]; own: { id: string; number: number; ballotId: string }; now: number },
    ): Promise<JudgedCorrections> {
      const corrections: StoredCorrection[] = []
      for (const draft of drafts) corrections.push(await stored(tx, activity.public_id, draft))
      const ballots = await ballotsOnRecord(tx, activity.id, [own.ballotId, ...corrections.map(({ ballotId }) => ballotId)])
      const standing = (await correctionsInForce(tx, activity.id)).filter(({ objectionId }) => objectionId !== own.id)
      const taken = new Map(standing.map(({ number, correction }) => [partOf(correction), number]))
      for (const correction of corrections) {
        const ballot = ballots.get(correction.ballotId)
        if (!ballot || ballot.isEnded) throw new Refusal('ballot.notFound')
        const number = taken.get(partOf(correction))
        if (number !== undefined) throw new Refusal('objection.corrected', { number })
        taken.set(partOf(correction), own.number)
        throwIfRefused(misfit(correction, ballot, activity, now))
        if (isSameBallot(ballot.facts, corrected(ballot.facts, correction))) throw new Refusal('objection.same')
      }
      return { corrections, ballots }
    },
  }
}

const partOf = ({ ballotId, kind }: StoredCorrection): string => `${correctedPart[kind]} ${ballotId}`
