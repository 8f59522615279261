import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
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
  'account.notLoggedIn': { code: Code.notLoggedIn, sentence: '登录已失效，请重新登录' },
  'account.loggedOut': { code: Code.loggedOut, sentence: '你已被登出' },
  /** The text of `console.md` section 8, with its meaning on a separate line. */
  'account.unknown': { code: Code.notLoggedIn, sentence: 'Verification failed, please Login again.\n没有查到您的登录信息，请重新登录。' },
  /** The call waits for the password to be confirmed; see `account.confirm`. */
  'account.unconfirmed': { code: Code.unconfirmed, sentence: '请再次输入密码' },
  /** The window is covered; only `account.uncover` and the logout are answered. */
  'account.covered': { code: Code.unconfirmed, sentence: '屏幕已锁定，请输入密码解锁' },
  'account.passwordWrong': { code: Code.invalid, sentence: say.passwordWrong, fields: ['password'] },
  /** The caller's role is lower than the call's `access`. */
  'account.roleTooLow': { code: Code.forbidden, sentence: ({ lowest }: { readonly lowest: Role }) => `没有权限：需要${roleNames[lowest]}` },
  'account.disabled': { code: Code.forbidden, sentence: '账号已停用，请联系系统管理员' },
  'account.waiting': { code: Code.forbidden, sentence: '账号正在等待管理员审核' },
  'account.mustChangePassword': { code: Code.forbidden, sentence: '请先修改密码' },
  /** A pending list or export over several estates. */
  'account.scopeNarrowed': { code: Code.conflict, sentence: '你的小区范围刚被管理员修改，请刷新后重试' },
  'account.notFound': { code: Code.notFound, sentence: '用户不存在' },

  'account.captchaTooOften': { code: Code.tooMany, sentence: ({ seconds }: Wait) => `获取验证码过于频繁，请在${seconds}秒后再试` },
  'account.captchaWrong': {
    code: Code.invalid,
    sentence: '验证码错误！',
    fields: ({ field }: { readonly field: 'captcha' | 'imgcaptcha' }) => [field],
  },
  'account.smsTooOften': { code: Code.tooMany, sentence: ({ seconds }: Wait) => `短信发送过于频繁，请在${seconds}秒后再试` },
  'account.smsTooMany': { code: Code.tooMany, sentence: ({ wait }: { readonly wait: string }) => `本网络发送的短信过多，请在${wait}后再试` },
  'account.smsTooManyInAll': { code: Code.tooMany, sentence: ({ wait }: { readonly wait: string }) => `服务器发送的短信过多，请在${wait}后再试` },
  'account.smsFailed': { code: Code.ruleSaysNo, sentence: '短信发送失败，请稍后再试' },
  'account.smsCaptchaWrong': { code: Code.invalid, sentence: '短信验证码错误或已过期', fields: ['smscaptcha'] },

  'account.setupCode': { code: Code.forbidden, sentence: '首个账号需要服务器上显示的初始化码' },
  'account.setupCodeLocked': { code: Code.tooMany, sentence: ({ minutes }: Lock) => `初始化码错误次数过多，请在${minutes}分钟后再试` },
  'account.tooManyWaiting': { code: Code.tooMany, sentence: '等待审核的账号过多，请联系系统管理员处理后再注册' },
  'account.notWaiting': { code: Code.conflict, sentence: '该账号已处理' },
  'account.stillWaiting': { code: Code.conflict, sentence: '该账号正在等待审核，请先处理' },
  'account.noSession': { code: Code.notFound, sentence: '登录记录不存在或已结束' },

  'account.usernameTaken': { code: Code.invalid, sentence: '用户名已存在', fields: ['username'] },
  'account.passwordTooSimple': {
    code: Code.invalid,
    sentence: '密码过于简单',
    fields: ({ field }: { readonly field: 'password' | 'newpassword' }) => [field],
  },
  'account.passwordsDiffer': { code: Code.invalid, sentence: say.passwordsDiffer, fields: ['confirmpsw'] },
  'account.loginFailed': { code: Code.invalid, sentence: say.loginFailed, fields: ['password'] },
  'account.addressLocked': { code: Code.tooMany, sentence: ({ minutes }: Lock) => `本网络登录失败次数过多，请在${minutes}分钟后再试` },
  'account.loginLocked': { code: Code.tooMany, sentence: ({ minutes }: Lock) => `登录失败次数过多，请在${minutes}分钟后再试` },

  'account.oldPasswordWrong': { code: Code.invalid, sentence: say.oldPasswordWrong, fields: ['oldpassword'] },
  'account.samePassword': { code: Code.invalid, sentence: '新密码不能与原密码相同', fields: ['newpassword'] },
  'account.passwordLocked': { code: Code.tooMany, sentence: ({ minutes }: Lock) => `密码错误次数过多，请在${minutes}分钟后再试` },
  'account.passwordChangedMeanwhile': { code: Code.conflict, sentence: '密码刚刚被修改，请重新登录' },

  'account.ownRole': { code: Code.ruleSaysNo, sentence: '不能更改自己的角色' },
  'account.ownDisabling': { code: Code.ruleSaysNo, sentence: '不能停用自己的账号' },
  'account.ownPassword': { code: Code.ruleSaysNo, sentence: '修改自己的密码请使用“修改密码”' },
  'account.lastAdmin': { code: Code.conflict, sentence: '至少保留一个可用的系统管理员' },
})

/** Reasons that end a session (443, 444). */
const sessionEnds = ['account.notLoggedIn', 'account.unknown', 'account.loggedOut'] as const satisfies readonly (keyof typeof accountRefusals)[]
export type SessionEnd = (typeof sessionEnds)[number]

/** Whether a refusal's reason ends the session; false for null, a refusal without a reason. */
export function isSessionEnd(reason: string | null): reason is SessionEnd {
  return (sessionEnds as readonly (string | null)[]).includes(reason)
}
