import { sql, type Kysely } from 'kysely'
import type { AccountSort } from '#shared/features/account/contract.ts'
import { contains } from '../../database/dialect.ts'
import { prepare } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import type { CaptchaTable, SessionTable, UserTable } from './tables.ts'

type New<T> = Omit<T, 'id'>

/** Every call asks for it: it is built once. */
const sessionWithUser = prepare({ tokenHash: true }, (db, given: { readonly tokenHash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.id as session_id', 'session.created_at as session_created_at', 'session.used_at', 'session.ended_at', 'session.end_reason'])
    .where('session.token_hash', '=', given.tokenHash),
)

/** Texts that hold the paths of users' pictures. */
export async function accountFileTexts(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('user').select('avatar').where('avatar', '!=', '').execute()
  return rows.map(({ avatar }) => avatar)
}

/** Queries on accounts, sessions and captchas; on whatever connection or transaction it is given. */
export function accountStore(db: Kysely<Schema>) {
  return {
    async hasUsers(): Promise<boolean> {
      return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    userByName: (username: string) => db.selectFrom('user').selectAll().where('username_key', '=', username.toLowerCase()).executeTakeFirst(),
    userByPublicId: (publicId: string) => db.selectFrom('user').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    userByKey: (key: number) => db.selectFrom('user').selectAll().where('id', '=', key).executeTakeFirst(),
    /** One page, oldest first unless it is asked otherwise, and how many match in all; every word must be found in the username or the name. */
    async page(words: readonly string[], sort: AccountSort, offset: number, limit: number) {
      const searchText = sql`username_key || ${'\n'} || lower(nick_name)`
      const matching = () => words.reduce((query, word) => query.where(contains(db, searchText, word)), db.selectFrom('user'))
      const rows = await matching()
        .selectAll()
        .orderBy('id', sort?.isDescending ? 'desc' : 'asc')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await matching()
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },
    /** How many administrators can still log in when that one is left out. */
    async otherAdmins(exceptKey: number): Promise<number> {
      const { total } = await db
        .selectFrom('user')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('role', '=', 'admin')
        .where('is_disabled', '=', 0)
        .where('id', '!=', exceptKey)
        .executeTakeFirstOrThrow()
      return total
    },
    updateUser: (key: number, change: Partial<Pick<UserTable, 'role' | 'password_hash'>> & { is_disabled?: number }) =>
      db.updateTable('user').set(change).where('id', '=', key).execute(),
    insertUser: (user: Omit<New<UserTable>, 'is_disabled'>) => db.insertInto('user').values(user).execute(),

    sessionWithUser: async (tokenHash: string) => (await sessionWithUser(db, { tokenHash }))[0],
    insertSession: (session: New<SessionTable>) => db.insertInto('session').values(session).execute(),
    touchSession: (tokenHash: string, usedAt: number) => db.updateTable('session').set({ used_at: usedAt }).where('token_hash', '=', tokenHash).execute(),
    endSession: (tokenHash: string, endedAt: number) =>
      db.updateTable('session').set({ ended_at: endedAt, end_reason: 'loggedOut' }).where('token_hash', '=', tokenHash).where('ended_at', 'is', null).execute(),
    /** Ends a user's sessions from elsewhere, all but the one of `exceptTokenHash`. */
    revokeSessions: (userKey: number, endedAt: number, exceptTokenHash = '') =>
      db
        .updateTable('session')
        .set({ ended_at: endedAt, end_reason: 'revoked' })
        .where('user_id', '=', userKey)
        .where('ended_at', 'is', null)
        .where('token_hash', '!=', exceptTokenHash)
        .execute(),
    forgetSessionsBefore: (createdBefore: number) => db.deleteFrom('session').where('created_at', '<', createdBefore).execute(),

    async putCaptcha(captcha: CaptchaTable): Promise<void> {
      await db
        .insertInto('captcha')
        .values(captcha)
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'captcha_type', 'biz_id'])
            .doUpdateSet({ phone: captcha.phone, secret: captcha.secret, tries: captcha.tries, expires_at: captcha.expires_at }),
        )
        .execute()
    },
    forgetCaptchasBefore: (now: number) => db.deleteFrom('captcha').where('expires_at', '<=', now).execute(),
    captcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.selectFrom('captcha').selectAll().where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).executeTakeFirst(),
    removeCaptcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.deleteFrom('captcha').where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).execute(),
    countCaptchaTry: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db
        .updateTable('captcha')
        .set((column) => ({ tries: column('tries', '+', 1) }))
        .where('kind', '=', kind)
        .where('captcha_type', '=', type)
        .where('biz_id', '=', bizId)
        .execute(),

    smsSentAt: async (phone: string) => (await db.selectFrom('sms_sent').select('sent_at').where('phone', '=', phone).executeTakeFirst())?.sent_at,
    putSmsSent: (phone: string, sentAt: number) =>
      db
        .insertInto('sms_sent')
        .values({ phone, sent_at: sentAt })
        .onConflict((conflict) => conflict.column('phone').doUpdateSet({ sent_at: sentAt }))
        .execute(),
    forgetSmsSentBefore: (moment: number) => db.deleteFrom('sms_sent').where('sent_at', '<=', moment).execute(),
    removeSmsSent: (phone: string) => db.deleteFrom('sms_sent').where('phone', '=', phone).execute(),

    /** When the logins under a name failed, newest first, since a moment. */
    async failuresSince(usernameKey: string, since: number): Promise<number[]> {
      const rows = await db
        .selectFrom('login_failure')
        .select('failed_at')
        .where('username_key', '=', usernameKey)
        .where('failed_at', '>', since)
        .orderBy('failed_at', 'desc')
        .execute()
      return rows.map((row) => row.failed_at)
    },
    async addFailure(usernameKey: string, failedAt: number, forgetBefore: number): Promise<void> {
      await db.insertInto('login_failure').values({ username_key: usernameKey, failed_at: failedAt }).execute()
      await db.deleteFrom('login_failure').where('failed_at', '<', forgetBefore).execute()
    },
    clearFailures: (usernameKey: string) => db.deleteFrom('login_failure').where('username_key', '=', usernameKey).execute(),
  }
}
