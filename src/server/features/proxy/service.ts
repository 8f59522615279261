import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal, required, throwIfRefused } from '#shared/contract/refusals.ts'
import type { ProxyDraft } from '#shared/features/proxy/contract.ts'
import { isKnownAgent, ofSameAgent, proxyStatus, ProxyStatus, type Agent } from '#shared/features/proxy/rules.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { Misses } from '../account/misses.ts'
import { type ActivityRecord, type ActivityService, inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { FileService } from '../file/service.ts'
import { agentOf, createProxyReads, ofProperties, topicIdsOf } from './reads.ts'
import { givingRefusal, proxyRefusal, type VoteByProxy } from './rules.ts'
import { proxyStore, type FoundProxy } from './store.ts'

export interface ProxyDeps extends ServiceDeps {
  readonly activities: ActivityService
  readonly files: Pick<FileService, 'requirePictures'>
  readonly misses: Misses
}

/** 委托: an owner authorizes an agent to vote with one ballot (`paper.md` section 3). */
export function createProxyService({ database, clock, activities, files, misses }: ProxyDeps) {
  const isLive = (row: FoundProxy): boolean => proxyStatus({ revokedAt: row.revoked_at, validUntil: row.valid_until }, clock.now()) === ProxyStatus.live

  /** @throws Refusal 402 if the agent already has as many of the counted proxies as the activity allows */
  async function requireRoom(tx: Tx, activity: ActivityRecord, agent: Agent, counts: (row: FoundProxy) => boolean): Promise<void> {
    if (activity.proxy_limit === null) return
    const counting = (await proxyStore(tx).ofActivity(activity.id)).filter(counts)
    const held = ofSameAgent(agent, counting.map(agentOf)).length
    if (held >= activity.proxy_limit) throw new Refusal('proxy.tooMany', { held })
  }

  return {
    ...createProxyReads({ database, clock, activities, misses }),

    /**
     * Registers a proxy for a ballot. The number of ballots per agent is limited by the activity (`proxyLimit`).
     *
     * @returns the proxy's public id
     * @throws Refusal `proxy.nobody`, `proxy.otherTopics`, `file.pictureGone` (400), `proxy.tooMany` (402), `activity.notFound`,
     * `ballot.notFound` (404); 409 with `activity.wrongStatus`, `ballot.ended`, `proxy.taken` or `proxy.voted`
     */
    async save(draft: ProxyDraft, caller: Caller): Promise<{ id: string }> {
      const { activityId, ballotId, agentName, agentPhone, agentIdNumber, topicIds, validUntil, pictures } = draft
      if (!isKnownAgent(draft)) throw new Refusal('proxy.nobody')
      const id = newId()
      await database.write(async ({ tx, journal }) => {
        const store = proxyStore(tx)
        const activity = await activities.requireStep(tx, activityId, 'entrust', caller)
        const ballot = required(await store.ballot(activity.id, ballotId), 'ballot.notFound')
        const topics = new Set((await activities.slots(tx, activity.id)).map((slot) => slot.topicId))
        if (topicIds.some((topicId) => !topics.has(topicId))) throw new Refusal('proxy.otherTopics')
        throwIfRefused(
          givingRefusal({ isEnded: ballot.is_ended === 1, isVoted: ballot.vote_key !== null, hasLive: (await store.ofBallot(ballot.id)).some(isLive) }),
        )
        // A revoked or expired one counts if it was voted with.
        await requireRoom(tx, activity, draft, (row) => row.is_used === 1 || isLive(row))
        await files.requirePictures(tx, pictures, 'pics')
        await store.insert({
          public_id: id,
          activity_id: activity.id,
          ballot_id: ballot.id,
          agent_name: agentName,
          agent_phone: agentPhone,
          agent_id_number: agentIdNumber,
          topic_ids: JSON.stringify(topicIds),
          valid_until: validUntil,
          pictures: JSON.stringify(pictures),
          created_by: caller.userKey,
          created_at: clock.now(),
          revoked_by: null,
          revoked_at: null,
          revoke_reason: '',
        })
        const about = { ...inJournal(activity), ...ofProperties(await store.propertiesOf(ballot.id)), ballotId }
        const after = { ...about, agentName, agentPhone, agentIdNumber, topicIds, validUntil, pictures }
        journal.record({ caller, action: 'proxy.save', subject: id, before: null, after, state: await stateOf(tx, { proxies: [id] }) })
      })
      return { id }
    },

    /**
     * Revokes a proxy; votes cast with it remain valid.
     *
     * @throws Refusal `proxy.notFound` (404), `proxy.alreadyRevoked`, `activity.wrongStatus` (409)
     */
    async revoke({ id, reason }: BodyOf<'proxy.revoke'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = proxyStore(tx)
        const row = required(await store.find(id), 'proxy.notFound')
        const { public_id: activityId } = await activities.ofKey(tx, row.activity_id)
        const activity = await activities.requireStep(tx, activityId, 'endProxy', caller)
        if (row.revoked_at !== null) throw new Refusal('proxy.alreadyRevoked')
        await store.revoke(row.id, { revoked_by: caller.userKey, revoked_at: clock.now(), revoke_reason: reason })
        const about = { ...inJournal(activity), ...ofProperties(await store.propertiesOf(row.ballot_id)), agentName: row.agent_name }
        const state = await stateOf(tx, { proxies: [id] })
        journal.record({ caller, action: 'proxy.revoke', subject: id, before: about, after: { ...about, reason }, state })
      })
    },

    /**
     * Requires that a vote may be cast with a proxy: on its ballot, in time, and on its topics.
     *
     * @throws Refusal `proxy.notFound` (404), also for a proxy of another activity; 402 with `proxy.revoked`,
     * `proxy.expired`, `proxy.otherBallot`, `proxy.topicNotCovered` or `proxy.tooMany`
     */
    async requireFor(tx: Tx, { activityKey, proxyId, ...vote }: VoteByProxy & { readonly activityKey: number; readonly proxyId: string }): Promise<void> {
      const row = await proxyStore(tx).find(proxyId)
      if (!row || row.activity_id !== activityKey) throw new Refusal('proxy.notFound')
      throwIfRefused(proxyRefusal({ ballotKey: row.ballot_id, topicIds: topicIdsOf(row), validUntil: row.valid_until, revokedAt: row.revoked_at }, vote))
      // A vote on paper received before its proxy expired may exceed the limit, although no proxy was live at registration.
      const activity = await activities.ofKey(tx, activityKey)
      await requireRoom(tx, activity, agentOf(row), (other) => other.is_used === 1 && other.ballot_id !== row.ballot_id)
    },
  }
}
export type ProxyService = ReturnType<typeof createProxyService>
