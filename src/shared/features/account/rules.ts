import type { TextLimit } from '../../text/limits.ts'

/** How many characters a new username has. */
export const usernameLength = { min: 4, max: 20 } as const

/** How many characters a new password has, of an account or of a copy; as they were typed, for it is never trimmed. */
export const passwordLength = { min: 8, max: 128 } as const

/** The longest text that is compared with a password that stands: a longer one is wrong without a look. */
export const MAX_ENTERED_PASSWORD = 1_000

/** What the fields of a new account ask for while they are empty. */
export const accountHints = {
  username: `${usernameLength.min}-${usernameLength.max}位字母、数字或下划线`,
  password: `至少${passwordLength.min}位，含字母和数字`,
} as const

/** The message of a wrong field in the login and the registration; the same words on the screen and from the server. */
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
  /** Of any that is typed at the login; a new one has its {@link usernameLength}. */
  username: { label: '用户名', max: 200, missing: accountMessages.usernameMissing },
  nickName: { label: '姓名', max: 30, missing: accountMessages.nickNameMissing },
  phone: { label: '手机号', max: 20, missing: accountMessages.phoneMissing },
  captcha: { label: '验证码', max: 16, missing: accountMessages.captchaMissing },
  smsCaptcha: { label: '短信验证码', max: 16, missing: accountMessages.smsCaptchaMissing },
  setupCode: { label: '初始化码', max: 16, missing: accountMessages.setupCodeMissing },
} as const satisfies Readonly<Record<string, TextLimit>>

/** After how many minutes without input windows cover themselves: what it is as long as nobody has set it, and what may be set. */
export const DEFAULT_COVER_MINUTES = 15
export const coverMinutesRange = { min: 5, max: 60 } as const

/** As long as {@link usernameLength} allows, of letters, digits and `_`. */
export const isUsername = (value: string): boolean => value.length >= usernameLength.min && value.length <= usernameLength.max && /^\w+$/.test(value)
/** As long as {@link passwordLength} allows, with a letter and a digit. */
export const isPassword = (value: string): boolean =>
  value.length >= passwordLength.min && value.length <= passwordLength.max && /[A-Za-z]/.test(value) && /\d/.test(value)
/** A mobile number of mainland China: 11 digits, the first of them 1. */
export const isPhone = (value: string): boolean => /^1\d{10}$/.test(value)
