import type { Db } from '../../database/schema.ts'
import type { CaptchaTable } from './tables.ts'

/** Queries on login protection: captchas, sent text messages, failed logins. */
export function loginQueries(db: Db) {
  return {
    /** Stores a captcha, replacing the one of the same kind, type and business id, including its tries. */
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
    /** Removes captchas that expired by a moment, in epoch ms. */
    forgetCaptchasBefore: (now: number) => db.deleteFrom('captcha').where('expires_at', '<=', now).execute(),
    /** A stored captcha, even if expired or out of tries; undefined if none. */
    captcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.selectFrom('captcha').selectAll().where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).executeTakeFirst(),
    removeCaptcha: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db.deleteFrom('captcha').where('kind', '=', kind).where('captcha_type', '=', type).where('biz_id', '=', bizId).execute(),
    /** Counts a wrong try, if there is such a captcha. */
    countCaptchaTry: (kind: CaptchaTable['kind'], type: string, bizId: string) =>
      db
        .updateTable('captcha')
        .set((column) => ({ tries: column('tries', '+', 1) }))
        .where('kind', '=', kind)
        .where('captcha_type', '=', type)
        .where('biz_id', '=', bizId)
        .execute(),
    /** When a phone was last sent a message, in epoch ms; undefined if none on record (kept for at least a minute). */
    smsSentAt: async (phone: string) => (await db.selectFrom('sms_sent').select('sent_at').where('phone', '=', phone).executeTakeFirst())?.sent_at,
    /** When the `most`th newest message was sent. */
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
    /** Records a message, for its phone's pause and for the limits on all messages. */
    async putSmsSent(phone: string, sentAt: number): Promise<void> {
      await db
        .insertInto('sms_sent')
        .values({ phone, sent_at: sentAt })
        .onConflict((conflict) => conflict.column('phone').doUpdateSet({ sent_at: sentAt }))
        .execute()
      await db.insertInto('sms_log').values({ sent_at: sentAt }).execute()
    },
    /** Forgets the phones' last messages and the log of all messages, each up to its own moment, in epoch ms. */
    async forgetSmsSentBefore(sentBefore: number, loggedBefore: number): Promise<void> {
      await db.deleteFrom('sms_sent').where('sent_at', '<=', sentBefore).execute()
      await db.deleteFrom('sms_log').where('sent_at', '<=', loggedBefore).execute()
    },
    /** Lets a phone be sent the next message at once; the last one still counts toward the overall limits. */
    removeSmsSent: (phone: string) => db.deleteFrom('sms_sent').where('phone', '=', phone).execute(),
    /** Times and addresses of a name's failed logins since a moment, newest first. */
    failuresOfName: (usernameKey: string, since: number) =>
      db
        .selectFrom('login_failure')
        .select(['failed_at', 'address'])
        .where('username_key', '=', usernameKey)
        .where('failed_at', '>', since)
        .orderBy('failed_at', 'desc')
        .execute(),
    /** Times of failed logins from an address since a moment, newest first, at most `limit`. */
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
    /** Records a failed login, and removes those of all names before `forgetBefore`; both times in epoch ms. */
    async addFailure(usernameKey: string, address: string, failedAt: number, forgetBefore: number): Promise<void> {
      await db.insertInto('login_failure').values({ username_key: usernameKey, address, failed_at: failedAt }).execute()
      await db.deleteFrom('login_failure').where('failed_at', '<', forgetBefore).execute()
    },
    /** Clears the failed logins of a name from all addresses. */
    clearFailures: (usernameKey: string) => db.deleteFrom('login_failure').where('username_key', '=', usernameKey).execute(),
    /** Clears the failed logins of a name from one address. */
    clearFailuresOfPair: (usernameKey: string, address: string) =>
      db.deleteFrom('login_failure').where('username_key', '=', usernameKey).where('address', '=', address).execute(),
  }
}
