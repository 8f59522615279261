import type { FormRule } from 'antd'
import { accountMessages as say, isPassword, isPhone, isUsername } from '#shared/features/account/rules.ts'

type RuleObject = Exclude<FormRule, (...input: never[]) => unknown>

/** What the registration holds while it is typed. */
export interface RegistrationForm {
  readonly username: string
  readonly nickName: string
  readonly sex: 0 | 1
  readonly password: string
  readonly confirmPassword: string
  readonly phone: string
  readonly captcha: string
  readonly smsCaptcha: string
}

export const emptyRegistration: RegistrationForm = {
  username: '',
  nickName: '',
  sex: 0,
  password: '',
  confirmPassword: '',
  phone: '',
  captcha: '',
  smsCaptcha: '',
}

/** A rule out of a check; an empty field is left to `required`. */
function shape(isRight: (value: string) => boolean, message: string): RuleObject {
  return { validator: (_, value: string) => (value === '' || isRight(value) ? Promise.resolve() : Promise.reject(new Error(message))) }
}

export const registrationRules = {
  username: [
    { required: true, whitespace: true, message: say.usernameMissing },
    shape((value) => value.trim() === '' || isUsername(value.trim()), say.usernameShape),
  ],
  nickName: [{ required: true, whitespace: true, message: say.nickNameMissing }],
  password: [{ required: true, message: say.passwordMissing }, shape(isPassword, say.passwordShape)],
  confirmPassword: [
    { required: true, message: '请再次输入密码' },
    ({ getFieldValue }) => shape((value) => value === getFieldValue('password'), say.passwordsDiffer),
  ],
  phone: [{ required: true, message: '请输入手机号' }, shape((value) => isPhone(value.trim()), say.phoneShape)],
  smsCaptcha: [{ required: true, whitespace: true, message: say.smsCaptchaMissing }],
} satisfies Partial<Record<keyof RegistrationForm, FormRule[]>>
