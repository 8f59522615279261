import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { CaptchaTable } from './tables.ts'

/** Queries on what guards the login: captchas, text messages that were sent, and failed logins. */
export function loginQueries(db: Kysely<Schema>) {
  return {
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
