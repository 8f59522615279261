import { conflict, forbidden, invalid, loggedOut, notFound, notLoggedIn, refusalPart, ruleSaysNo, tooMany, unconfirmed } from '../../contract/refusalPart.ts'
import { roleNames, type Role } from './roles.ts'
import { accountMessages as say } from './rules.ts'

/** Waiting time, rounded up. */
export interface Wait {
  readonly seconds: number
}
/** Remaining time of a lock, rounded up. */
export interface Lock {
  readonly minutes: number
}

/** Refusals of accounts, captchas and sessions (`wire.md` section 2). */
export const accountRefusals = refusalPart({
  'account.notLoggedIn': notLoggedIn('登录已失效，请重新登录'),
  'account.loggedOut': loggedOut('你已被登出'),
  /** The text of `console.md` section 8, with its meaning on a separate line. */
  'account.unknown': notLoggedIn('Verification failed, please Login again.\n没有查到您的登录信息，请重新登录。'),
  /** The call waits for the password to be confirmed; see `account.confirm`. */
  'account.unconfirmed': unconfirmed('请再次输入密码'),
  /** The window is covered; only `account.uncover` and the logout are answered. */
  'account.covered': unconfirmed('屏幕已锁定，请输入密码解锁'),
  'account.passwordWrong': invalid(say.passwordWrong, { fields: ['password'] }),
  /** The caller's role is lower than the call's `access`. */
  'account.roleTooLow': forbidden(({ lowest }: { readonly lowest: Role }) => `没有权限：需要${roleNames[lowest]}`),
  'account.disabled': forbidden('账号已停用，请联系系统管理员'),
  'account.waiting': forbidden('账号正在等待管理员审核'),
  'account.mustChangePassword': forbidden('请先修改密码'),
  /** A pending list or export over several estates. */
  'account.scopeNarrowed': conflict('你的小区范围刚被管理员修改，请刷新后重试'),
  'account.notFound': notFound('用户不存在'),

  'account.captchaTooOften': tooMany(({ seconds }: Wait) => `获取验证码过于频繁，请在${seconds}秒后再试`),
  'account.captchaWrong': invalid('验证码错误！', { fields: ({ field }: { readonly field: 'captcha' | 'imgcaptcha' }) => [field] }),
  'account.smsTooOften': tooMany(({ seconds }: Wait) => `短信发送过于频繁，请在${seconds}秒后再试`),
  'account.smsTooMany': tooMany(({ wait }: { readonly wait: string }) => `本网络发送的短信过多，请在${wait}后再试`),
  'account.smsTooManyInAll': tooMany(({ wait }: { readonly wait: string }) => `服务器发送的短信过多，请在${wait}后再试`),
  'account.smsFailed': ruleSaysNo('短信发送失败，请稍后再试'),
  'account.smsCaptchaWrong': invalid('短信验证码错误或已过期', { fields: ['smscaptcha'] }),

  'account.setupCode': forbidden('首个账号需要服务器上显示的初始化码'),
  'account.setupCodeLocked': tooMany(({ minutes }: Lock) => `初始化码错误次数过多，请在${minutes}分钟后再试`),
  'account.tooManyWaiting': tooMany('等待审核的账号过多，请联系系统管理员处理后再注册'),
  'account.notWaiting': conflict('该账号已处理'),
  'account.stillWaiting': conflict('该账号正在等待审核，请先处理'),
  'account.noSession': notFound('登录记录不存在或已结束'),

  'account.usernameTaken': invalid('用户名已存在', { fields: ['username'] }),
  'account.passwordTooSimple': invalid('密码过于简单', { fields: ({ field }: { readonly field: 'password' | 'newpassword' }) => [field] }),
  'account.passwordsDiffer': invalid(say.passwordsDiffer, { fields: ['confirmpsw'] }),
  'account.loginFailed': invalid(say.loginFailed, { fields: ['password'] }),
  'account.addressLocked': tooMany(({ minutes }: Lock) => `本网络登录失败次数过多，请在${minutes}分钟后再试`),
  'account.loginLocked': tooMany(({ minutes }: Lock) => `登录失败次数过多，请在${minutes}分钟后再试`),

  'account.oldPasswordWrong': invalid(say.oldPasswordWrong, { fields: ['oldpassword'] }),
  'account.samePassword': invalid('新密码不能与原密码相同', { fields: ['newpassword'] }),
  'account.passwordLocked': tooMany(({ minutes }: Lock) => `密码错误次数过多，请在${minutes}分钟后再试`),
  'account.passwordChangedMeanwhile': conflict('密码刚刚被修改，请重新登录'),

  'account.ownRole': ruleSaysNo('不能更改自己的角色'),
  'account.ownDisabling': ruleSaysNo('不能停用自己的账号'),
  'account.ownPassword': ruleSaysNo('修改自己的密码请使用“修改密码”'),
  'account.lastAdmin': conflict('至少保留一个可用的系统管理员'),
})

/** Reasons that end a session (443, 444). */
const sessionEnds = ['account.notLoggedIn', 'account.unknown', 'account.loggedOut'] as const satisfies readonly (keyof typeof accountRefusals)[]
export type SessionEnd = (typeof sessionEnds)[number]

/** Whether a refusal's reason ends the session; false for null, a refusal without a reason. */
export function isSessionEnd(reason: string | null): reason is SessionEnd {
  return (sessionEnds as readonly (string | null)[]).includes(reason)
}
