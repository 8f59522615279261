import type { TextLimit } from '../../text/limits.ts'

/** Length of a new username (characters). */
export const usernameLength = { min: 4, max: 20 } as const

/** Length of a new password, of an account or a backup (characters); as typed, never trimmed. */
export const passwordLength = { min: 8, max: 128 } as const

/** Maximum length of a password to compare; longer ones are rejected without hashing. */
export const MAX_ENTERED_PASSWORD = 1_000

/** Placeholders of a new account's fields. */
export const accountHints = {
  username: `${usernameLength.min}-${usernameLength.max}位字母、数字或下划线`,
  password: `至少${passwordLength.min}位，含字母和数字`,
} as const

/** Messages for invalid fields of login and registration; the same on the screen and from the server. */
export const accountMessages = {
  usernameMissing: '用户名不能为空！',
  passwordMissing: '密码不能为空！',
  captchaMissing: '验证码不能为空！',
  usernameShape: `用户名须为${accountHints.username}`,
  passwordShape: `密码至少${passwordLength.min}位，须同时包含字母和数字`,
  passwordAgain: '请再次输入密码',
  passwordsDiffer: '两次输入的密码不一致',
  phoneShape: '手机号须为以1开头的11位数字',
  setupCodeMissing: '请输入初始化码',
  phoneMissing: '请输入手机号',
  roleMissing: '请选择角色',
  smsCaptchaMissing: '请输入短信验证码',
  nickNameMissing: '请输入姓名',
  loginFailed: '用户名或密码错误！',
  oldPasswordMissing: '请输入原密码',
  newPasswordMissing: '请输入新密码',
  oldPasswordWrong: '原密码不正确',
  passwordWrong: '密码不正确',
} as const

export const accountLimits = {
  /** For any login input; new ones have {@link usernameLength}. */
  username: { label: '用户名', max: 200, missing: accountMessages.usernameMissing },
  nickName: { label: '姓名', max: 30, missing: accountMessages.nickNameMissing },
  phone: { label: '手机号', max: 20, missing: accountMessages.phoneMissing },
  captcha: { label: '验证码', max: 16, missing: accountMessages.captchaMissing },
  smsCaptcha: { label: '短信验证码', max: 16, missing: accountMessages.smsCaptchaMissing },
  setupCode: { label: '初始化码', max: 16, missing: accountMessages.setupCodeMissing },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Minutes without input before windows cover themselves: the default and the choices. */
export const DEFAULT_COVER_MINUTES = 15
export const coverMinutesRange = { min: 5, max: 60 } as const

/** {@link usernameLength} letters, digits and `_`. */
export const isUsername = (value: string): boolean => value.length >= usernameLength.min && value.length <= usernameLength.max && /^\w+$/.test(value)
/** {@link passwordLength} characters, with a letter and a digit. */
export const isPassword = (value: string): boolean =>
  value.length >= passwordLength.min && value.length <= passwordLength.max && /[A-Za-z]/.test(value) && /\d/.test(value)
/** A mobile number of mainland China: 11 digits, the first of them 1. */
export const isPhone = (value: string): boolean => /^1\d{10}$/.test(value)
