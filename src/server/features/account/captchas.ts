import { randomInt } from 'node:crypto'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Registration } from '#shared/features/account/contract.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { drawCaptcha, newCaptchaText } from '../../kernel/captcha-image.ts'
import { createRateLimiter } from '../../kernel/rateLimit.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import { CAPTCHA_LIFE, isCaptchaCurrent, isOwnComputer, SMS_PAUSE, SMS_TRIES, smsPause, preLoginLimits, waitInWords, type PreLoginLimits } from './rules.ts'
import { accountStore } from './store.ts'

export interface CaptchaDeps extends ServiceDeps {
  readonly sms: SmsSender
  readonly preLoginLimits?: PreLoginLimits
  /** The development server's fixed codes; absent otherwise. */
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
}

/** Captcha pictures and SMS codes: `wire.md` section 2. */
export function createCaptchas({ database, clock, sms, preLoginLimits: limits = preLoginLimits, fixedCodes }: CaptchaDeps) {
  const pictures = createRateLimiter(clock, limits.pictures)
  const messages = createRateLimiter(clock, limits.messages)
  const remembered = Math.max(...limits.allMessages.map(({ within }) => within))

  /**
   * Checks and consumes a picture's text, right or wrong.
   *
   * @throws Refusal `account.captchaWrong` (400) on `field`, also for an unknown or expired one
   */
  async function spendImage(type: string, bizId: string, typed: string, field: 'captcha' | 'imgcaptcha'): Promise<void> {
    const isRight = await database.write(async ({ tx }) => {
      const store = accountStore(tx)
      const kept = await store.captcha('image', type, bizId)
      await store.removeCaptcha('image', type, bizId)
      return kept !== undefined && isCaptchaCurrent(kept.expires_at, clock.now()) && kept.secret === typed.toLowerCase()
    })
    if (!isRight) throw new Refusal('account.captchaWrong', { field })
  }

  /** How many ms until the server-wide limit allows another message. */
  async function pauseOfAll(tx: Db, now: number): Promise<number> {
    let wait = 0
    for (const { most, within } of limits.allMessages) {
      const sentAt = await accountStore(tx).smsSentAtInAll(most, now)
      if (sentAt !== undefined) wait = Math.max(wait, sentAt + within - now)
    }
    return wait
  }

  return {
    spendImage,

    /** Whether a form has the code sent to its phone; counts a wrong try. */
    async isSmsRight(tx: Db, form: Registration): Promise<boolean> {
      const store = accountStore(tx)
      const kept = await store.captcha('sms', form.captchaType, form.bizId)
      const isRight =
        kept !== undefined &&
        kept.tries < SMS_TRIES &&
        isCaptchaCurrent(kept.expires_at, clock.now()) &&
        kept.phone === form.phone &&
        kept.secret === form.smsCaptcha
      if (!isRight) await store.countCaptchaTry('sms', form.captchaType, form.bizId)
      return isRight
    },

    /**
     * Creates a picture for (type, bizid), replacing the previous one.
     *
     * @throws Refusal `account.captchaTooOften` (429) for an address that asks too often
     */
    async image(type: string, bizId: string, { address }: Pick<Caller, 'address'>) {
      const wait = isOwnComputer(address) ? 0 : pictures.take(address)
      if (wait > 0) throw new Refusal('account.captchaTooOften', { seconds: Math.ceil(wait / 1000) })
      const text = fixedCodes?.image ?? newCaptchaText()
      const expiresAt = clock.now() + CAPTCHA_LIFE
      await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        await store.forgetCaptchasBefore(clock.now())
        await store.putCaptcha({ kind: 'image', captcha_type: type, biz_id: bizId, phone: '', secret: text.toLowerCase(), tries: 0, expires_at: expiresAt })
      })
      return { type: 'image/png', bytes: drawCaptcha(text) }
    },

    /**
     * Consumes the picture's text, then sends six digits: one message a minute per phone, with limits per address and in total.
     *
     * @throws Refusal `account.captchaWrong` (400); `account.smsTooOften` within a minute of the phone's last one,
     * `account.smsTooManyInAll`, `account.smsTooMany` for the address (429); `account.smsFailed` (402) if sending failed
     */
    async sendSms(
      { captchaType, bizId, imageCaptcha, phone }: { captchaType: string; bizId: string; imageCaptcha: string; phone: string },
      { address, isOwnProgram }: Pick<Caller, 'address' | 'isOwnProgram'>,
    ) {
      await spendImage(captchaType, bizId, imageCaptcha, 'imgcaptcha')
      const code = fixedCodes?.sms ?? String(randomInt(1_000_000)).padStart(6, '0')
      const now = clock.now()
      const expiresAt = now + CAPTCHA_LIFE
      await database.write(async ({ tx }) => {
        const store = accountStore(tx)
        const wait = smsPause(await store.smsSentAt(phone), now)
        if (wait > 0) throw new Refusal('account.smsTooOften', { seconds: Math.ceil(wait / 1000) })
        const full = await pauseOfAll(tx, now)
        if (full > 0) throw new Refusal('account.smsTooManyInAll', { wait: waitInWords(full) })
        const rest = isOwnComputer(address) ? 0 : messages.take(address)
        if (rest > 0) throw new Refusal('account.smsTooMany', { wait: waitInWords(rest) })
        await store.forgetSmsSentBefore(now - SMS_PAUSE, now - remembered)
        await store.putSmsSent(phone, now)
        await store.putCaptcha({ kind: 'sms', captcha_type: captchaType, biz_id: bizId, phone, secret: code, tries: 0, expires_at: expiresAt })
      })
      try {
        await sms.send({ phone, code }, { bizId, expiresAt, isOwnProgram })
      } catch (cause) {
        await database.write(({ tx }) => accountStore(tx).removeSmsSent(phone))
        throw new Refusal('account.smsFailed', null, { cause })
      }
      return null
    },
  }
}
export type Captchas = ReturnType<typeof createCaptchas>
