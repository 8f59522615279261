import type { Generated } from 'kysely'
import type { AccountStatus, Role } from '#shared/features/account/roles.ts'

/** An account. Times are epoch ms, here as in every table. */
export interface UserTable {
  id: Generated<number>
  public_id: string
  username: string
  /** The username lower-cased: unique whatever the case. */
  username_key: string
  nick_name: string
  sex: number
  phone: string
  avatar: string
  password_hash: string
  /** null as long as the account waits. */
  role: Role | null
  status: AccountStatus
  /** 1: an upgrade gave it its role, and no administrator has confirmed it since. */
  is_to_check: Generated<number>
  /** 1: password set by an administrator; must be changed. */
  must_change_password: Generated<number>
  last_login_at: number | null
  last_login_address: Generated<string>
  /** Tries with a wrong password since the last login. */
  failed_since_login: Generated<number>
  /** JSON: the public ids of the estates that it is confined to; null: all. Those of estates that are gone may be among them. */
  estate_ids: Generated<string | null>
  created_at: number
}

/** A login that stands or has ended. */
export interface SessionTable {
  id: Generated<number>
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string
  user_id: number
  address: string
  /** What the computer calls itself, or else the client's name of itself. */
  device: string
  created_at: number
  used_at: number
  ended_at: number | null
  /** `loggedOut` by the user, or `revoked` from elsewhere (password changed, account disabled). */
  end_reason: 'loggedOut' | 'revoked' | null
  /** Until when the password that was given once more counts; null if none was. */
  confirmed_until: Generated<number | null>
  /** Since when the window is covered; null if it is not. */
  covered_at: Generated<number | null>
}

/** What a form has to repeat: at most one of a kind, type and business id. */
export interface CaptchaTable {
  kind: 'image' | 'sms'
  captcha_type: string
  biz_id: string
  /** The phone that an SMS code went to; `''` for a picture. */
  phone: string
  /** The text or code that is asked for, lower-cased. */
  secret: string
  tries: number
  expires_at: number
}

export interface AccountTables {
  user: UserTable
  session: SessionTable
  captcha: CaptchaTable
  /** One row at most: what the administrator has set. */
  account_setting: { id: number; cover_minutes: number }
  /** The last message to each phone. */
  sms_sent: { phone: string; sent_at: number }
  /** Every message of a day. */
  sms_log: { id: Generated<number>; sent_at: number }
  login_failure: { id: Generated<number>; username_key: string; address: string; failed_at: number }
}
