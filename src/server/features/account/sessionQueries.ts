import { engineOf } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import type { SessionTable } from './tables.ts'
import type { New } from './userQueries.ts'

interface OfToken {
  readonly tokenHash: string
}
const selectSession = (db: Db, given: OfToken) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select([
      'session.id as session_id',
      'session.created_at as session_created_at',
      'session.used_at',
      'session.ended_at',
      'session.end_reason',
      'session.confirmed_until',
      'session.covered_at',
    ])
    .where('session.token_hash', '=', given.tokenHash)

/** Prepared once: every call runs the first, every write the second. */
const sessionWithUser = prepare({ tokenHash: true }, selectSession)
const lockedSession = prepare({ tokenHash: true }, (db, given: OfToken) =>
  engineOf(db) === 'postgres' ? selectSession(db, given).forShare() : selectSession(db, given),
)

/** Queries on sessions. */
export function sessionQueries(db: Db) {
  return {
    /** A session and its account in one row, in any state; undefined for an unknown token. */
    sessionWithUser: async (tokenHash: string) => (await sessionWithUser(db, { tokenHash }))[0],
    /** The same with both rows locked until the end of the transaction. */
    lockedSession: async (tokenHash: string) => (await lockedSession(db, { tokenHash }))[0],
    insertSession: (session: Omit<New<SessionTable>, 'confirmed_until' | 'covered_at'>) => db.insertInto('session').values(session).execute(),
    /** Records a session's last use, in epoch ms. */
    touchSession: (tokenHash: string, usedAt: number) => db.updateTable('session').set({ used_at: usedAt }).where('token_hash', '=', tokenHash).execute(),
    /** Ends an open session as `loggedOut`. `numUpdatedRows` is 0 if it had already ended or is unknown. */
    endSession: (tokenHash: string, endedAt: number) =>
      db
        .updateTable('session')
        .set({ ended_at: endedAt, end_reason: 'loggedOut' })
        .where('token_hash', '=', tokenHash)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow(),
    /** Sets until when a password confirmation is valid, in epoch ms. */
    confirmSession: (tokenHash: string, until: number) =>
      db.updateTable('session').set({ confirmed_until: until }).where('token_hash', '=', tokenHash).execute(),
    /** Covers a session; returns whether it was uncovered before. */
    async coverSession(tokenHash: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ covered_at: at })
        .where('token_hash', '=', tokenHash)
        .where('covered_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Uncovers a session; returns whether it was covered before. */
    async uncoverSession(tokenHash: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ covered_at: null })
        .where('token_hash', '=', tokenHash)
        .where('covered_at', 'is not', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Ends all open sessions of a user as `revoked`, except that of `exceptTokenHash`. */
    revokeSessions: (userKey: number, endedAt: number, exceptTokenHash = '') =>
      db
        .updateTable('session')
        .set({ ended_at: endedAt, end_reason: 'revoked' })
        .where('user_id', '=', userKey)
        .where('ended_at', 'is', null)
        .where('token_hash', '!=', exceptTokenHash)
        .execute(),
    /** A user's sessions not ended explicitly, newest first; some may have expired. */
    openSessions: (userKey: number) =>
      db
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', userKey)
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Ends the sessions with these keys as `revoked`. */
    revoke: (keys: readonly number[], endedAt: number) =>
      db.updateTable('session').set({ ended_at: endedAt, end_reason: 'revoked' }).where('id', 'in', keys).execute(),
    /** Removes sessions created before a moment, in epoch ms, even open ones. */
    forgetSessionsBefore: (createdBefore: number) => db.deleteFrom('session').where('created_at', '<', createdBefore).execute(),
  }
}
export type SessionWithUser = NonNullable<Awaited<ReturnType<ReturnType<typeof sessionQueries>['sessionWithUser']>>>
