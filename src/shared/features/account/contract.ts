import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { phonesShown, wholePhone } from '../../contract/personal.ts'
import { sorting } from '../../contract/sort.ts'
import { freeText, id, integer, moment, nullableCode, optionalText, orEmpty, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { holdsMask, maskedMessages } from '../../owner/masking.ts'
import { phoneNumbers } from '../../owner/owners.ts'
import { isVisible, keptText, normalText } from '../../text/normalise.ts'
import { AccountStatus, roleLadder } from './roles.ts'
import {
  accountLimits as limits,
  accountMessages as say,
  coverMinutesRange,
  isPassword,
  isPhone,
  isUsername,
  MAX_ENTERED_PASSWORD,
  passwordLength,
} from './rules.ts'
import { chosenEstates, ScopeChange, userId } from './confinement.ts'
import { LastLogin, SessionRow } from './sessions.ts'

const RoleName = z.enum(roleLadder)

const userFields = {
  id: ['userid', z.string()],
  username: ['username', z.string()],
  nickName: ['nickName', z.string()],
  /** 0 male, 1 female. */
  sex: ['sex', z.number()],
  phone: ['phone', wholePhone],
  avatar: ['avatar', z.string()],
  roles: ['roles', z.array(RoleName)],
} as const
export const User = wire(userFields)
export type User = z.output<typeof User>

export const CaptchaType = z.enum(['LOGIN_IMGCAPTCHA', 'REGISTER_IMGCAPTCHA'], { error: '验证码类型不正确' })
export type CaptchaType = z.infer<typeof CaptchaType>

/** Text compared exactly as typed: never trimmed. */
const password = (missing: string) => z.string({ error: missing }).min(1, missing).max(passwordLength.max, say.passwordShape)
/** A password to compare with the stored one; one that is too long is refused with `wrong`. */
const enteredPassword = (missing: string, wrong: string) => z.string({ error: missing }).min(1, missing).max(MAX_ENTERED_PASSWORD, wrong)
const bizId = id('验证码业务编号')
const captcha = text(limits.captcha.label, limits.captcha)
const phone = text(limits.phone.label, { ...limits.phone, normalise: phoneNumbers })
  .refine((one) => !holdsMask(one), maskedMessages.phone)
  .refine((one) => holdsMask(one) || isPhone(one), say.phoneShape)

/** 0 male, 1 female; missing, null and empty are 0. A codec like the others, since the program encodes what it sends. */
const sexOrMale = z.codec(
  z.union([z.number(), z.string().trim()], { error: '性别不正确' }).nullish(),
  z.custom<0 | 1>((value) => value === 0 || value === 1, '性别不正确'),
  // any number is parsed here; the check above then validates it
  { decode: (value) => Number(value ?? 0) as 0 | 1, encode: (value) => value },
)

const username = text(limits.username.label, limits.username).refine(isUsername, say.usernameShape)
/** A normalised name; one without visible characters is left unchanged and refused. */
const nameOrInvisible = (typed: string): string => normalText(typed) || keptText(typed)
/** If missing or empty: the username (`console.md` section 5 requires only three fields of other clients). */
const nickName = orEmpty(
  freeText(limits.nickName.label, { max: limits.nickName.max, normalise: nameOrInvisible }).refine(
    (name) => name === '' || isVisible(name),
    say.nickNameMissing,
  ),
)

export const Registration = wire({
  username: ['username', username],
  nickName: ['nickName', nickName],
  /** If missing or empty: 0. */
  sex: ['sex', sexOrMale],
  password: ['password', password(say.passwordMissing).refine(isPassword, say.passwordShape)],
  confirmPassword: ['confirmpsw', password(say.passwordAgain)],
  phone: ['phone', phone],
  /** Checked and consumed when the SMS code was requested. */
  captcha: ['captcha', captcha],
  smsCaptcha: ['smscaptcha', text(limits.smsCaptcha.label, limits.smsCaptcha)],
  captchaType: ['biztype', CaptchaType.default('REGISTER_IMGCAPTCHA')],
  bizId: ['bizid', bizId],
  /** Shown on the console of an empty server; required only for the first registration there. */
  setupCode: ['setupcode', optionalText(limits.setupCode.label, { max: limits.setupCode.max })],
})
export type Registration = z.output<typeof Registration>

export const Credentials = wire({
  username: ['username', text(limits.username.label, limits.username)],
  password: ['password', enteredPassword(say.passwordMissing, say.loginFailed)],
  captcha: ['captcha', captcha],
  bizId: ['bizid', bizId],
})
export type Credentials = z.output<typeof Credentials>

/** An account for administrators. */
export const Account = wire({
  ...userFields,
  phone: ['phone', phonesShown],
  status: ['status', z.enum(AccountStatus)],
  isDisabled: ['disabled', z.boolean()],
  /** Its role was assigned by an upgrade, and is not yet confirmed by an administrator. */
  isToCheck: ['tocheck', z.boolean()],
  createdAt: ['createdate', moment],
  /** Ids of the estates it sees; null: all. */
  estateIds: ['estateids', z.array(z.string()).nullable()],
})
export type Account = z.output<typeof Account>

const role = z.enum(roleLadder, { error: say.roleMissing })
const newPassword = password(say.newPasswordMissing).refine(isPassword, say.passwordShape)
const yesOrNo = z.codec(z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: '请选择停用或启用' }), z.boolean(), {
  decode: (value) => [true, 1, '1', 'true'].includes(value),
  encode: (value) => value,
})

export const RoleChange = wire({ userId: ['userid', userId], role: ['role', role] })
export type RoleChange = z.output<typeof RoleChange>
export const DisableRequest = wire({ userId: ['userid', userId], isDisabled: ['disabled', yesOrNo] })
export type DisableRequest = z.output<typeof DisableRequest>
/** The new password is passed on by word of mouth; it must be changed after the next login. */
export const PasswordReset = wire({ userId: ['userid', userId], newPassword: ['newpassword', newPassword] })
export type PasswordReset = z.output<typeof PasswordReset>
export const Confirmation = wire({
  password: ['password', enteredPassword(say.passwordMissing, say.passwordWrong)],
})
export type Confirmation = z.output<typeof Confirmation>
export const PasswordChange = wire({
  oldPassword: ['oldpassword', enteredPassword(say.oldPasswordMissing, say.oldPasswordWrong)],
  newPassword: ['newpassword', newPassword],
})
export type PasswordChange = z.output<typeof PasswordChange>

/** Admits a waiting account. */
export const Approval = wire({ userId: ['userid', userId], role: ['role', role], estateIds: ['estateids', chosenEstates] })
export type Approval = z.output<typeof Approval>
/** An account created by an administrator; its password must be changed at the first login. */
export const AccountDraft = wire({
  username: ['username', username],
  nickName: ['nickName', nickName],
  phone: ['phone', phone],
  role: ['role', role],
  estateIds: ['estateids', chosenEstates],
  password: ['password', password(say.passwordMissing).refine(isPassword, say.passwordShape)],
})
export type AccountDraft = z.output<typeof AccountDraft>

/** Empty: accounts of any status. */
const statusFilter = nullableCode('账号状态', Object.values(AccountStatus))

const accountSort = sorting('time')
export type AccountSort = z.output<typeof accountSort>

export const accountEndpoints = {
  'account.imageCaptcha': get('/imgcaptcha', 'public', {
    query: wire({ captchaType: ['biztype', CaptchaType], bizId: ['bizid', bizId] }),
    response: 'binary',
    allowsOlder: true,
  }),
  'account.sendSmsCaptcha': get('/smscaptcha', 'public', {
    changesData: true,
    isRepeatable: true,
    query: wire({ captchaType: ['biztype', CaptchaType], bizId: ['bizid', bizId], imageCaptcha: ['imgcaptcha', captcha], phone: ['phone', phone] }),
    response: z.null(),
    allowsOlder: true,
  }),
  'account.register': post('/unifiedUser/register', 'public', { body: Registration, response: User }),
  'account.logIn': post('/login', 'public', {
    isRepeatable: true,
    body: Credentials,
    response: wire({
      authId: ['authId', z.string()],
      user: ['unifieduser', User],
      mustChangePassword: ['mustchange', z.boolean()],
      lastLogin: ['lastlogin', LastLogin.nullable()],
    }),
    allowsOlder: true,
  }),
  'account.current': get('/unifiedUser/get', 'viewer', {
    scope: 'own',
    query: z.object({ token: z.string().optional() }),
    response: wire({ token: ['token', z.string()], mustChangePassword: ['mustchange', z.boolean()], coverMinutes: ['coverminutes', z.int()], ...userFields }),
    allowsOldPassword: true,
  }),
  'account.logOut': get('/logout', 'viewer', {
    scope: 'own',
    allowsOlder: true,
    allowsOldPassword: true,
    allowsCover: true,
    changesData: true,
    isRepeatable: true,
    response: z.null(),
  }),
  /** Covers the window: until it is uncovered, this session answers only that and the logout. */
  'account.cover': post('/account/cover', 'viewer', { scope: 'own', allowsCover: true, isRepeatable: true, body: z.object({}), response: z.null() }),
  'account.uncover': post('/account/uncover', 'viewer', { scope: 'own', allowsCover: true, isRepeatable: true, body: Confirmation, response: z.null() }),
  /** Idle time after which windows cover themselves (minutes), on all computers. */
  'account.setCoverMinutes': post('/account/setcoverminutes', 'admin', {
    body: z.object({ minutes: integer('自动锁屏时间', coverMinutesRange) }),
    response: z.null(),
  }),
  /** Confirms the password: for 5 minutes the calls that require it are executed. */
  'account.confirm': post('/account/confirm', 'viewer', {
    scope: 'own',
    allowsOlder: true,
    isRepeatable: true,
    body: Confirmation,
    response: wire({ validUntil: ['validuntil', moment] }),
  }),
  /** Ends all other sessions of the caller. */
  'account.changePassword': post('/account/changepassword', 'viewer', { scope: 'own', allowsOldPassword: true, body: PasswordChange, response: z.null() }),
  /** `name` searches username and name. */
  'account.list': get('/account/list', 'admin', {
    query: z.object({ ...paging, name: searchText, status: statusFilter, sort: accountSort }),
    response: page(Account),
  }),
  'account.export': get('/account/export', 'admin', {
    query: wire({ name: ['name', searchText], status: ['status', statusFilter], sort: ['sort', accountSort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  'account.setRole': post('/account/setrole', 'admin', { body: RoleChange, response: z.null(), isConfirmed: true }),
  'account.setEstates': post('/account/setestates', 'admin', { body: ScopeChange, response: z.null(), isConfirmed: true }),
  /** Creates an account, active at once. */
  'account.create': post('/account/create', 'admin', { body: AccountDraft, response: wire({ id: ['userid', z.string()] }), isConfirmed: true }),
  'account.approve': post('/account/approve', 'admin', { body: Approval, response: z.null(), isConfirmed: true }),
  /** Deletes a waiting account. */
  'account.reject': post('/account/reject', 'admin', { body: wire({ userId: ['userid', userId] }), response: z.null() }),
  /** The caller's own, newest first. */
  'account.sessions': get('/account/sessions', 'viewer', { response: z.array(SessionRow), scope: 'own' }),
  /** One of the caller's own. */
  'account.endSession': post('/account/endsession', 'viewer', { body: wire({ sessionId: ['sessionid', id('登录编号')] }), response: z.null(), scope: 'own' }),
  /** A disabled account's sessions end, and it cannot log in. */
  'account.setDisabled': post('/account/setdisabled', 'admin', { body: DisableRequest, response: z.null() }),
  /** Also ends the account's sessions and its lock after failed logins. */
  'account.resetPassword': post('/account/resetpassword', 'admin', { body: PasswordReset, response: z.null(), isConfirmed: true }),
} as const satisfies Endpoints
