import type { QueryOf } from '#shared/contract/index.ts'
import { required } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { proxyStatus, type Agent } from '#shared/features/proxy/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { searchKey, searchWords } from '#shared/text/normalise.ts'
import type { Database } from '../../database/database.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findsNumber, type NumberMatch } from '../../search/numberMatch.ts'
import type { Misses } from '../account/misses.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import { proxyStore, type FoundProxy } from './store.ts'

type Row = Awaited<ReturnType<ReturnType<typeof proxyStore>['all']>>[number]
type ProxyProperty = Awaited<ReturnType<ReturnType<typeof proxyStore>['propertiesOf']>>[number]

/** The ballot's properties in words, and their owners. */
export const ofProperties = (properties: readonly ProxyProperty[]) => ({
  place: properties.map(placeInWords).join('、'),
  ownerName: properties[0]?.owner_name ?? '',
})
/** Public ids of the topics that a proxy is limited to; empty: all topics. */
export const topicIdsOf = ({ topic_ids }: Pick<FoundProxy, 'topic_ids'>): string[] => JSON.parse(topic_ids) as string[] // this feature alone writes it

/** The agent of a proxy. */
export const agentOf = (row: Pick<FoundProxy, 'agent_name' | 'agent_phone' | 'agent_id_number'>): Agent => ({
  agentName: row.agent_name,
  agentPhone: row.agent_phone,
  agentIdNumber: row.agent_id_number,
})

/** Whether every word matches; numbers only as far as `match` allows. */
function isFound(words: readonly string[], proxy: Proxy, match: NumberMatch): boolean {
  const shown = searchKey([proxy.place, proxy.ownerName, proxy.agentName].join('\n'))
  const numbers = [proxy.agentPhone, proxy.agentIdNumber].map(searchKey).filter((number) => number !== '')
  const hasNumber = (word: string): boolean => numbers.some((number) => findsNumber(number, word, match))
  return words.every((word) => shown.includes(word) || hasNumber(word))
}

/** Read-only queries on proxies. */
export function createProxyReads({
  database,
  clock,
  activities,
  misses,
}: {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly activities: ActivityService
  readonly misses: Misses
}) {
  const toProxy = (row: Row, activityId: string, properties: readonly ProxyProperty[]): Proxy => ({
    id: row.public_id,
    activityId,
    ballotId: row.ballot,
    ...ofProperties(properties),
    ...agentOf(row),
    topicIds: topicIdsOf(row),
    validUntil: row.valid_until,
    pictures: JSON.parse(row.pictures) as string[],
    status: proxyStatus({ revokedAt: row.revoked_at, validUntil: row.valid_until }, clock.now()),
    isUsed: row.is_used === 1,
    creator: row.createdBy,
    createdAt: row.created_at,
    revokedBy: row.revoker ?? '',
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
  })

  return {
    /**
     * One page of an activity's proxies, newest first, and the total that matches; `ballotId` `''` and `status` `all` mean no filter.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list({ activityId, ballotId, status, condition, pageNo, pageSize }: QueryOf<'proxy.list'>, caller: Caller): Promise<Page<Proxy>> {
      const activity = await activities.require(database.read, activityId)
      const store = proxyStore(database.read)
      const propertiesOf = Map.groupBy(await store.propertiesOfAll(activity.id), (property) => property.ballot_id)
      const words = searchWords(condition)
      const ofFilter = (proxy: Proxy): boolean => (ballotId === '' || proxy.ballotId === ballotId) && (status === 'all' || proxy.status === status)
      const found = await misses.watch(
        caller,
        condition,
        async () =>
          (await store.all(activity.id))
            .map((row) => toProxy(row, activityId, propertiesOf.get(row.ballot_id) ?? []))
            .filter((proxy) => ofFilter(proxy) && isFound(words, proxy, caller.numberMatch)),
        (proxies) => proxies.length === 0,
      )
      return { rows: found.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: found.length }
    },

    /**
     * An agent's whole numbers, and the proxy's name in the journal.
     *
     * @throws Refusal `proxy.notFound` (404)
     */
    async numbersOf(db: Db, proxyId: string) {
      const row = required(await proxyStore(db).find(proxyId), 'proxy.notFound')
      const about = { ...inJournal(await activities.ofKey(db, row.activity_id)), ...ofProperties(await proxyStore(db).propertiesOf(row.ballot_id)) }
      return { numbers: { phone: row.agent_phone, idNumber: row.agent_id_number }, about }
    },
  }
}
