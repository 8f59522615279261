import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { code, id, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
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
const phone = text('手机号', { max: 20 }).refine(isPhone, say.phoneShape)

export const Registration = wire({
  username: ['username', text('用户名', { max: 200, missing: say.usernameMissing }).refine(isUsername, say.usernameShape)],
  nickName: ['nickName', text('姓名', { max: 30, missing: say.nickNameMissing })],
  sex: ['sex', code('性别', [0, 1])],
  password: ['password', password(say.passwordMissing).refine(isPassword, say.passwordShape)],
  confirmPassword: ['confirmpsw', password('请再次输入密码')],
  phone: ['phone', phone],
  captcha: ['captcha', optionalText('验证码', { max: 16 })],
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
    query: wire({ captchaType: ['biztype', CaptchaType], bizId: ['bizid', bizId], imageCaptcha: ['imgcaptcha', captcha], phone: ['phone', phone] }),
    response: z.null(),
    access: 'public',
  },
  'account.register': { method: 'POST', path: '/unifiedUser/register', body: Registration, response: User, access: 'public' },
  'account.logIn': {
    method: 'POST',
    path: '/login',
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
  'account.logOut': { method: 'GET', path: '/logout', response: z.null() },
} as const satisfies Endpoints
