import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { sorting } from '../../contract/sort.ts'
import { id, moment, optionalText, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { phoneNumbers } from '../../owner/owners.ts'
import { normalText } from '../../text/normalise.ts'
import { accountMessages as say, isPassword, isPhone, isUsername } from './rules.ts'

export const Role = z.enum(['admin', 'staff'])
export type Role = z.infer<typeof Role>

const userFields = {
  id: ['userid', z.string()],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  /** 0 male, 1 female. */
  sex: ['sex', z.number()],
  phone: ['phone', z.string()],
  avatar: ['avatar', z.string()],
  roles: ['roles', z.array(Role)],
} as const
export const User = wire(userFields)
export type User = z.output<typeof User>

export const CaptchaType = z.enum(['LOGIN_IMGCAPTCHA', 'REGISTER_IMGCAPTCHA'], { error: '验证码类型不正确' })
export type CaptchaType = z.infer<typeof CaptchaType>

/** Text that is compared as it was typed: never trimmed. */
const password = (missing: string) => z.string({ error: missing }).min(1, missing).max(128, say.passwordShape)
const bizId = id('验证码业务编号')
const captcha = text('验证码', { max: 16, missing: say.captchaMissing })
const phone = text('手机号', { max: 20, normalise: phoneNumbers }).refine(isPhone, say.phoneShape)

/** 0 male, 1 female; missing, null and empty are 0. A codec like all of them, for the program encodes what it sends. */
const sexOrMale = z.codec(
  z.union([z.number(), z.string().trim()], { error: '性别不正确' }).nullish(),
  z.custom<0 | 1>((value) => value === 0 || value === 1, '性别不正确'),
  // whatever number it is, the check above comes after it
  { decode: (value) => Number(value ?? 0) as 0 | 1, encode: (value) => value },
)

export const Registration = wire({
  username: ['username', text('用户名', { max: 200, missing: say.usernameMissing }).refine(isUsername, say.usernameShape)],
  /** Missing or empty: the username (`console.md` section 5 asks other clients for three fields only). */
  nickName: ['nickName', optionalText('姓名', { max: 30, normalise: normalText })],
  /** Missing or empty: 0. */
  sex: ['sex', sexOrMale],
  password: ['password', password(say.passwordMissing).refine(isPassword, say.passwordShape)],
  confirmPassword: ['confirmpsw', password('请再次输入密码')],
  phone: ['phone', phone],
  /** Was checked and spent when the message was asked for. */
  captcha: ['captcha', captcha],
  smsCaptcha: ['smscaptcha', text('短信验证码', { max: 16, missing: say.smsCaptchaMissing })],
  captchaType: ['biztype', CaptchaType.default('REGISTER_IMGCAPTCHA')],
  bizId: ['bizid', bizId],
})
export type Registration = z.output<typeof Registration>

export const Credentials = wire({
  username: ['username', text('用户名', { max: 200, missing: say.usernameMissing })],
  password: ['password', z.string({ error: say.passwordMissing }).min(1, say.passwordMissing).max(1000, say.loginFailed)],
  captcha: ['captcha', captcha],
  bizId: ['bizid', bizId],
})
export type Credentials = z.output<typeof Credentials>

/** An account as the administrator sees it. */
export const Account = wire({ ...userFields, isDisabled: ['disabled', z.boolean()], createdAt: ['createdate', moment] })
export type Account = z.output<typeof Account>

const userId = id('用户编号')
const newPassword = password(say.newPasswordMissing).refine(isPassword, say.passwordShape)
const yesOrNo = z.codec(z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: '请选择停用或启用' }), z.boolean(), {
  decode: (value) => [true, 1, '1', 'true'].includes(value),
  encode: (value) => value,
})

export const RoleChange = wire({ userId: ['userid', userId], role: ['role', z.enum(Role.options, { error: '请选择角色' })] })
export type RoleChange = z.output<typeof RoleChange>
export const Disabling = wire({ userId: ['userid', userId], isDisabled: ['disabled', yesOrNo] })
export type Disabling = z.output<typeof Disabling>
/** The new password reaches its owner by word of mouth; they change it after their next login. */
export const PasswordReset = wire({ userId: ['userid', userId], newPassword: ['newpassword', newPassword] })
export type PasswordReset = z.output<typeof PasswordReset>
export const Confirmation = wire({
  password: ['password', z.string({ error: say.passwordMissing }).min(1, say.passwordMissing).max(1000, say.passwordWrong)],
})
export type Confirmation = z.output<typeof Confirmation>
export const PasswordChange = wire({
  oldPassword: ['oldpassword', z.string({ error: say.oldPasswordMissing }).min(1, say.oldPasswordMissing).max(1000, say.oldPasswordWrong)],
  newPassword: ['newpassword', newPassword],
})
export type PasswordChange = z.output<typeof PasswordChange>

const accountSort = sorting('time')
export type AccountSort = z.output<typeof accountSort>

export const accountEndpoints = {
  'account.imageCaptcha': {
    method: 'GET',
    path: '/imgcaptcha',
    query: wire({ captchaType: ['biztype', CaptchaType], bizId: ['bizid', bizId] }),
    response: 'binary',
    access: 'public',
  },
  'account.sendSmsCaptcha': {
    method: 'GET',
    path: '/smscaptcha',
    changesData: true,
    isRepeatable: true,
    query: wire({ captchaType: ['biztype', CaptchaType], bizId: ['bizid', bizId], imageCaptcha: ['imgcaptcha', captcha], phone: ['phone', phone] }),
    response: z.null(),
    access: 'public',
  },
  'account.register': { method: 'POST', path: '/unifiedUser/register', body: Registration, response: User, access: 'public' },
  'account.logIn': {
    method: 'POST',
    path: '/login',
    isRepeatable: true,
    body: Credentials,
    response: wire({ authId: ['authId', z.string()], user: ['unifieduser', User] }),
    access: 'public',
  },
  'account.current': {
    method: 'GET',
    path: '/unifiedUser/get',
    query: z.object({ token: z.string().optional() }),
    response: wire({ token: ['token', z.string()], ...userFields }),
  },
  'account.logOut': { method: 'GET', path: '/logout', changesData: true, isRepeatable: true, response: z.null() },
  /** The password once more: for 5 minutes the calls that ask for it are carried out. */
  'account.confirm': {
    method: 'POST',
    path: '/account/confirm',
    isRepeatable: true,
    body: Confirmation,
    response: wire({ validUntil: ['validuntil', moment] }),
  },
  /** Ends all other sessions of the caller; this one goes on. */
  'account.changePassword': { method: 'POST', path: '/account/changepassword', body: PasswordChange, response: z.null() },
  /** `name` searches the username and the name. */
  'account.list': {
    method: 'GET',
    path: '/account/list',
    query: z.object({ ...paging, name: searchText, sort: accountSort }),
    response: page(Account),
    access: 'admin',
  },
  'account.export': {
    method: 'GET',
    path: '/account/export',
    query: wire({ name: ['name', searchText], sort: ['sort', accountSort], ...exportFields }),
    response: 'binary',
    access: 'admin',
    isConfirmed: 'forPurpose',
    isLong: true,
  },
  'account.setRole': { method: 'POST', path: '/account/setrole', body: RoleChange, response: z.null(), access: 'admin', isConfirmed: true },
  /** A disabled account's sessions end, and it cannot log in. */
  'account.setDisabled': { method: 'POST', path: '/account/setdisabled', body: Disabling, response: z.null(), access: 'admin' },
  /** Ends the account's sessions and lifts its lock after failed logins. */
  'account.resetPassword': { method: 'POST', path: '/account/resetpassword', body: PasswordReset, response: z.null(), access: 'admin', isConfirmed: true },
} as const satisfies Endpoints
