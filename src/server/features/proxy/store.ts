import { sql } from 'kysely'
import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import { hasAny } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { ProxyTable } from './tables.ts'

/** A valid vote cast with `proxy`. */
const isUsed = sql<number>`case when exists (
    select 1 from vote_record as record where record.ballot_id = proxy.ballot_id and record.status = 1 and record.proxy_public_id = proxy.public_id
  ) then 1 else 0 end`

/** Whether a stored file came with a proxy: its letter, or an identity paper. */
export const isProxyPicture = (db: Db, path: string): Promise<boolean> => hasAny(db.selectFrom('proxy').where('pictures', 'like', `%${path}%`))

/** Queries on proxies; `is_used` is 1 if a valid vote was cast with it. */
export function proxyStore(db: Db) {
  const withUse = () => db.selectFrom('proxy').selectAll('proxy').select(isUsed.as('is_used'))
  return {
    insert(proxy: Omit<ProxyTable, 'id'>) {
      noteInserted(db, 'proxy', [proxy])
      return db.insertInto('proxy').values(proxy).execute()
    },
    /** Undefined if none; includes revoked and expired ones. */
    find: (publicId: string) => withUse().where('proxy.public_id', '=', publicId).executeTakeFirst(),
    /** The row stays, with who, when and why. */
    async revoke(key: number, revoked: Pick<ProxyTable, 'revoked_by' | 'revoked_at' | 'revoke_reason'>): Promise<void> {
      await noteChanged(db, 'proxy', [key], revoked)
      await db.updateTable('proxy').set(revoked).where('id', '=', key).execute()
    },
    /** A ballot's unrevoked ones. */
    ofBallot: (ballotKey: number) => withUse().where('proxy.ballot_id', '=', ballotKey).where('proxy.revoked_at', 'is', null).execute(),
    ofActivity: (activityKey: number) => withUse().where('proxy.activity_id', '=', activityKey).execute(),

    /** The facts of a ballot that decide whether it can get a proxy. */
    ballot: (activityKey: number, publicId: string) =>
      db
        .selectFrom('ballot')
        .leftJoin('vote_record as vote', (join) => join.onRef('vote.ballot_id', '=', 'ballot.id').on('vote.status', '=', sql.lit(1)))
        .select(['ballot.id', 'ballot.is_ended', 'vote.id as vote_key'])
        .where('ballot.activity_id', '=', activityKey)
        .where('ballot.public_id', '=', publicId)
        .executeTakeFirst(),

    /** All of an activity, newest first, with the names of their creators and revokers. */
    all: (activityKey: number) =>
      withUse()
        .innerJoin('ballot', 'ballot.id', 'proxy.ballot_id')
        .innerJoin('user as createdBy', 'createdBy.id', 'proxy.created_by')
        .leftJoin('user as revoker', 'revoker.id', 'proxy.revoked_by')
        .select(['ballot.public_id as ballot', 'createdBy.nick_name as createdBy', 'revoker.nick_name as revoker'])
        .where('proxy.activity_id', '=', activityKey)
        .orderBy('proxy.id', 'desc')
        .execute(),
    /** The properties of an activity's ballots with proxies, in reading order. */
    propertiesOfAll: (activityKey: number) =>
      db
        .selectFrom('roster_property as property')
        .select(['property.ballot_id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name'])
        .where('property.ballot_id', 'in', (proxies) => proxies.selectFrom('proxy').select('proxy.ballot_id').where('proxy.activity_id', '=', activityKey))
        .orderBy('property.place_key')
        .execute(),
    /** A ballot's properties, in reading order. */
    propertiesOf: (ballotKey: number) =>
      db
        .selectFrom('roster_property as property')
        .select(['property.ballot_id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room', 'property.owner_name'])
        .where('property.ballot_id', '=', ballotKey)
        .orderBy('property.place_key')
        .execute(),
  }
}
export type FoundProxy = NonNullable<Awaited<ReturnType<ReturnType<typeof proxyStore>['find']>>>
