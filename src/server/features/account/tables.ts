import type { Generated } from 'kysely'
import type { AccountStatus, Role } from '#shared/features/account/roles.ts'

/** An account. Times are epoch ms, here as in every table. */
export interface UserTable {
  id: Generated<number>
  public_id: string
  username: string
  /** The lower-cased username: unique ignoring case. */
  username_key: string
  nick_name: string
  sex: number
  phone: string
  avatar: string
  password_hash: string
  /** null while the account waits. */
  role: Role | null
  status: AccountStatus
  /** 1 = role given by an upgrade and not confirmed by an administrator since. */
  is_to_check: Generated<number>
  /** 1: password set by an administrator; must be changed. */
  must_change_password: Generated<number>
  last_login_at: number | null
  last_login_address: Generated<string>
  /** Failed login tries since the last login. */
  failed_since_login: Generated<number>
  /** JSON: public ids of the estates that it is confined to, possibly of deleted ones; null: all. */
  estate_ids: Generated<string | null>
  created_at: number
}

/** An open or ended login. */
export interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string
  user_id: number
  address: string
  /** The computer's own name, or else the client's User-Agent. */
  device: string
  created_at: number
  used_at: number
  ended_at: number | null
  /** `loggedOut` by the user, or `revoked` from elsewhere (password changed, account disabled). */
  end_reason: 'loggedOut' | 'revoked' | null
  /** Until when a password confirmation is valid; null if none. */
  confirmed_until: Generated<number | null>
  /** Since when the window is covered; null if not. */
  covered_at: Generated<number | null>
}

/** An expected captcha answer; at most one per kind, type and business id. */
export interface CaptchaTable {
  kind: 'image' | 'sms'
  captcha_type: string
  biz_id: string
  /** The phone that received an SMS code; `''` for a picture. */
  phone: string
  /** The expected text or code, lower-cased. */
  secret: string
  tries: number
  expires_at: number
}

export interface AccountTables {
  user: UserTable
  session: SessionTable
  captcha: CaptchaTable
  /** At most one row: the administrator's settings. */
  account_setting: { id: number; cover_minutes: number }
  /** The last message to each phone. */
  sms_sent: { phone: string; sent_at: number }
  /** All messages of the last day. */
  sms_log: { id: Generated<number>; sent_at: number }
  login_failure: { id: Generated<number>; username_key: string; address: string; failed_at: number }
}
