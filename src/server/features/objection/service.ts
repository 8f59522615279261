import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { DecisionDraft, ObjectionDraft } from '#shared/features/objection/contract.ts'
import { ObjectionStatus } from '#shared/features/objection/rules.ts'
import { notWithdrawn } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { AccountService } from '../account/service.ts'
import type { Misses } from '../account/misses.ts'
import { requireKept } from '../activity/erasing.ts'
import { type ActivityRecord, type ActivityService, inJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { finishDigests } from '../journal/replay/digestsInForce.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { FileService } from '../file/service.ts'
import { ballotsOnRecord, correctionsIn } from '../result/corrected.ts'
import { correctionInWords, createCorrecting, type CorrectingDeps, type JudgedCorrections } from './deciding.ts'
import { aboutObjection, createObjectionReads } from './reads.ts'
import { objectionStore } from './store.ts'

export interface ObjectionDeps extends CorrectingDeps, ServiceDeps {
  readonly accounts: Pick<AccountService, 'hasOther'>
  readonly activities: ActivityService
  readonly files: Pick<FileService, 'requirePictures'>
  readonly misses: Misses
}

/** 异议: owners' objections, and the decisions on them (`after.md` section 4). */
export function createObjectionService(deps: ObjectionDeps) {
  return { ...createObjectionReads(deps), ...createRegistering(deps), ...createDeciding(deps) }
}
export type ObjectionService = ReturnType<typeof createObjectionService>

function createRegistering({ database, clock, activities, files }: ObjectionDeps) {
  /** @throws Refusal `objection.otherTopics` (400), `ballot.notFound`, `publication.notFound` (404) */
  async function subjectOf(db: Db, activity: ActivityRecord, { ballotId, topicIds, publicationId }: ObjectionDraft) {
    const ballot = ballotId === '' ? undefined : (await ballotsOnRecord(db, activity.id, [ballotId])).get(ballotId)
    if (ballotId !== '' && (!ballot || ballot.isEnded)) throw new Refusal('ballot.notFound')
    const topics = new Set((await activities.slots(db, activity.id)).map((slot) => slot.topicId))
    if (topicIds.some((topicId) => !topics.has(topicId))) throw new Refusal('objection.otherTopics')
    if (publicationId !== '' && !(await objectionStore(db).hasPublication(activity.id, publicationId))) throw new Refusal('publication.notFound')
    return ballot
  }

  return {
    /**
     * Registers an objection, in any status of the activity.
     *
     * @throws Refusal 400 with `objection.inFuture`, `objection.otherTopics` or `file.pictureGone`; 404 with
     * `activity.notFound`, `ballot.notFound` or `publication.notFound`; `retention.noObjections` (409)
     */
    async save(draft: ObjectionDraft, caller: Caller): Promise<{ id: string; number: number }> {
      const { activityId, publicationId, kind, ballotId, topicIds, name, phone, text, pictures } = draft
      const now = clock.now()
      const receivedAt = draft.receivedAt ?? now
      if (receivedAt > now) throw new Refusal('objection.inFuture')
      const id = newId()
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.require(tx, activityId)
        requireKept(activity, 'objections')
        const ballot = await subjectOf(tx, activity, draft)
        await files.requirePictures(tx, pictures, 'pics')
        const store = objectionStore(tx)
        const number = (await store.lastNumber(activity.id)) + 1
        await store.insert({
          public_id: id,
          activity_id: activity.id,
          number,
          publication_public_id: publicationId,
          kind,
          ballot_public_id: ballotId,
          topic_ids: JSON.stringify(topicIds),
          name,
          phone,
          received_at: receivedAt,
          content: text,
          pictures: JSON.stringify(pictures),
          status: ObjectionStatus.pending,
          created_by: caller.userKey,
          created_at: now,
          ...notWithdrawn,
        })
        const about = { ...inJournal(activity), ...aboutObjection({ number, kind, name }, ballot) }
        const after = { ...about, objectorPhone: phone, receivedAt, objectionText: text, topicIds, publicationId, pictures }
        journal.record({ caller, action: 'objection.save', subject: id, before: null, after, state: await stateOf(tx, { objections: [id] }) })
        return { id, number }
      })
    },

    /**
     * Records the withdrawal of an undecided objection.
     *
     * @throws Refusal `objection.notFound` (404), `objection.notPending`, `retention.noObjections` (409)
     */
    async withdraw({ id, reason }: BodyOf<'objection.withdraw'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = objectionStore(tx)
        const row = required(await store.find(id), 'objection.notFound')
        const activity = await activities.ofKey(tx, row.activity_id)
        requireKept(activity, 'objections')
        if (row.status !== ObjectionStatus.pending) throw new Refusal('objection.notPending')
        const withdrawn = { withdrawn_by: caller.userKey, withdrawn_at: clock.now(), withdraw_reason: reason }
        await store.change(row.id, { status: ObjectionStatus.withdrawn, ...withdrawn })
        const ballots = await ballotsOnRecord(tx, activity.id, [row.ballot_public_id])
        const about = { ...inJournal(activity), ...aboutObjection(row, ballots.get(row.ballot_public_id)) }
        const state = await stateOf(tx, { objections: [id] })
        journal.record({ caller, action: 'objection.withdraw', subject: id, before: about, after: { ...about, reason }, state })
      })
    },
  }
}

/** The role that may decide. */
const DECIDER = 'manager'

function createDeciding({ database, clock, accounts, activities, ...correcting }: ObjectionDeps) {
  const corrections = createCorrecting(correcting)

  /**
   * Requires that the decider did not enter the vote of the objection's ballot, or a corrected one.
   *
   * @throws Refusal `objection.ownEntry` (409) if somebody else could decide
   */
  async function requireOther(db: Db, { estate_id: estateKey }: ActivityRecord, { ballots }: JudgedCorrections, caller: Caller): Promise<boolean> {
    const makers = [...ballots.values()].flatMap(({ votedBy }) => votedBy ?? [])
    if (!makers.includes(caller.userKey)) return false
    if (await accounts.hasOther(db, { lowest: DECIDER, exceptKeys: [caller.userKey, ...makers], estateKey })) throw new Refusal('objection.ownEntry')
    return true
  }

  return {
    /**
     * Decides on an objection; after the end a decision may correct the count, leaving the records unchanged.
     *
     * @throws Refusal `objection.needlessCorrections` (400), `objection.notFound` (404); 409 with `objection.withdrawn`,
     * `objection.decided`, `objection.notFinished`, `objection.ownEntry`, `retention.noObjections` or `audit.noKey`; and as
     * the validation of the corrections
     */
    async decide({ id, decision, reason, corrections: drafts, isAgain }: DecisionDraft, caller: Caller): Promise<void> {
      if (decision === ObjectionStatus.unjustified && drafts.length > 0) throw new Refusal('objection.needlessCorrections')
      const decisionId = newId()
      await database.write(async ({ tx, journal }) => {
        const store = objectionStore(tx)
        const row = required(await store.find(id), 'objection.notFound')
        const activity = await activities.ofKey(tx, row.activity_id)
        requireKept(activity, 'objections')
        if (row.status === ObjectionStatus.withdrawn) throw new Refusal('objection.withdrawn')
        if (row.status !== ObjectionStatus.pending && !isAgain) throw new Refusal('objection.decided')
        const isFinished = activity.status === ActivityStatus.finished
        if (!isFinished && drafts.length > 0) throw new Refusal('objection.notFinished')
        const [own, now] = [{ id, number: row.number, ballotId: row.ballot_public_id }, clock.now()]
        const judged = await corrections.judge(tx, { activity, drafts, own, now })
        const isSelfDecided = await requireOther(tx, activity, judged, caller)
        const former = await store.newestDecision(row.id)
        await store.insertDecision({
          public_id: decisionId,
          activity_id: activity.id,
          objection_id: row.id,
          decision,
          reason,
          corrections: JSON.stringify(judged.corrections),
          decided_by: caller.userKey,
          decided_at: now,
          is_self_decided: isSelfDecided ? 1 : 0,
        })
        await store.change(row.id, { status: decision })
        const about = { ...inJournal(activity), ...aboutObjection(row, judged.ballots.get(row.ballot_public_id)) }
        const replaced = former ? correctionsIn(former.corrections) : []
        const formerBallots = await ballotsOnRecord(
          tx,
          activity.id,
          replaced.map(({ ballotId }) => ballotId),
        )
        const inWords = (corrections: JudgedCorrections['corrections'], ballots: JudgedCorrections['ballots']): string[] =>
          corrections.flatMap((correction) => {
            const ballot = ballots.get(correction.ballotId)
            return ballot ? [correctionInWords(correction, ballot)] : []
          })
        journal.record({
          caller,
          action: 'objection.decide',
          subject: id,
          before: former ? { ...about, objectionDecision: former.decision, reason: former.reason, corrections: inWords(replaced, formerBallots) } : about,
          after: {
            ...about,
            objectionDecision: decision,
            reason,
            corrections: inWords(judged.corrections, judged.ballots),
            ...(isSelfDecided ? { selfdecided: true } : {}),
          },
          state: await stateOf(tx, { objections: [id], decisions: [decisionId] }),
          ...(isFinished ? { checkpoint: { kind: 'decision' as const, ...(await finishDigests(tx, activity.public_id)) } } : {}),
        })
      })
    },
  }
}
