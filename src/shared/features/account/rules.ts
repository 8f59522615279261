import type { TextLimit } from '../../text/limits.ts'

/** What is said of a wrong field in the login and the registration; the same words on the screen and from the server. */
export const accountMessages = {
  usernameMissing: '用户名不能为空！',
  passwordMissing: '密码不能为空！',
  captchaMissing: '验证码不能为空！',
  usernameShape: '用户名须为4-20位字母、数字或下划线',
  passwordShape: '密码至少8位，须同时包含字母和数字',
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

export const isUsername = (value: string): boolean => /^\w{4,20}$/.test(value)
export const isPassword = (value: string): boolean => value.length >= 8 && value.length <= 128 && /[A-Za-z]/.test(value) && /\d/.test(value)
export const isPhone = (value: string): boolean => /^1\d{10}$/.test(value)
