import type { Db } from '../../database/schema.ts'
import type { CaptchaTable } from './tables.ts'

/** Queries on what guards the login: captchas, text messages that were sent, and failed logins. */
export function loginQueries(db: Db) {
  return {
    /** Keeps a captcha; it replaces the one of the same kind, type and business id, its tries included. */
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
    /** Removes the captchas that have run out at a moment, in epoch ms. */
    forgetCaptchasBefore: (now: number) => db.deleteFrom('captcha').where('expires_at', '<=', now).execute(),
    /** A captcha as it is kept, also one that has run out or has had too many tries; undefined if none. */
    captcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.selectFrom('captcha').selectAll().where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).executeTakeFirst(),
    removeCaptcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.deleteFrom('captcha').where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).execute(),
    /** One more wrong try, where there is such a captcha. */
    countCaptchaTry: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db
        .updateTable('captcha')
        .set((column) => ({ tries: column('tries', '+', 1) }))
        .where('kind', '=', kind)
        .where('captcha_type', '=', type)
        .where('biz_id', '=', bizId)
        .execute(),
    /** When a phone was last sent a message, in epoch ms; undefined if nothing is on record: it is forgotten after a minute at the earliest. */
    smsSentAt: async (phone: string) => (await db.selectFrom('sms_sent').select('sent_at').where('phone', '=', phone).executeTakeFirst())?.sent_at,
    /** When the message was sent that is the `most`th newest up to now: since then, so many were. */
    smsSentAtInAll: async (most: number, now: number) =>
      (
        await db
          .selectFrom('sms_log')
          .select('sent_at')
          .where('sent_at', '<=', now)
          .orderBy('sent_at', 'desc')
          .offset(most - 1)
          .limit(1)
          .executeTakeFirst()
      )?.sent_at,
    /** Notes a message for the pause of its phone, and for the limits of all messages together. */
    async putSmsSent(phone: string, sentAt: number): Promise<void> {
      await db
        .insertInto('sms_sent')
        .values({ phone, sent_at: sentAt })
        .onConflict((conflict) => conflict.column('phone').doUpdateSet({ sent_at: sentAt }))
        .execute()
      await db.insertInto('sms_log').values({ sent_at: sentAt }).execute()
    },
    /** Forgets the phones' last messages and the log of all messages, each up to a moment of its own, in epoch ms. */
    async forgetSmsSentBefore(sentBefore: number, loggedBefore: number): Promise<void> {
      await db.deleteFrom('sms_sent').where('sent_at', '<=', sentBefore).execute()
      await db.deleteFrom('sms_log').where('sent_at', '<=', loggedBefore).execute()
    },
    /** Lets a phone be sent the next message at once; in the limits of all messages the last one still counts. */
    removeSmsSent: (phone: string) => db.deleteFrom('sms_sent').where('phone', '=', phone).execute(),
    /** When the logins under a name failed, and from which addresses, newest first, since a moment. */
    failuresOfName: (usernameKey: string, since: number) =>
      db
        .selectFrom('login_failure')
        .select(['failed_at', 'address'])
        .where('username_key', '=', usernameKey)
        .where('failed_at', '>', since)
        .orderBy('failed_at', 'desc')
        .execute(),
    /** When the logins from an address failed, whatever the names, newest first, since a moment; no more than `limit`. */
    async failuresOfAddress(address: string, since: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('login_failure')
        .select('failed_at')
        .where('address', '=', address)
        .where('failed_at', '>', since)
        .orderBy('failed_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => row.failed_at)
    },
    /** Notes a failed login, and removes those of every name from before `forgetBefore`; both times in epoch ms. */
    async addFailure(usernameKey: string, address: string, failedAt: number, forgetBefore: number): Promise<void> {
      await db.insertInto('login_failure').values({ username_key: usernameKey, address, failed_at: failedAt }).execute()
      await db.deleteFrom('login_failure').where('failed_at', '<', forgetBefore).execute()
    },
    /** The failed logins of a name, from every address. */
    clearFailures: (usernameKey: string) => db.deleteFrom('login_failure').where('username_key', '=', usernameKey).execute(),
    /** The failed logins of a name from one address. */
    clearFailuresOfPair: (usernameKey: string, address: string) =>
      db.deleteFrom('login_failure').where('username_key', '=', usernameKey).where('address', '=', address).execute(),
  }
}
