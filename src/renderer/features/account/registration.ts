import type { FormRule } from 'antd'
import { accountLimits as limits, accountMessages as say } from '#shared/features/account/rules.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { newPasswordRules, phoneRules, repeatRules, usernameRules } from './parts/accountRules.ts'

/** The registration form's values. */
export interface RegistrationForm {
  readonly username: string
  readonly nickName: string
  readonly sex: 0 | 1
  readonly password: string
  readonly confirmPassword: string
  readonly phone: string
  /** Required for the first account on a remote server. */
  readonly setupCode?: string
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
  setupCode: '',
  captcha: '',
  smsCaptcha: '',
}

export const registrationRules = {
  username: usernameRules,
  nickName: fieldRules(limits.nickName),
  password: newPasswordRules(say.passwordMissing),
  confirmPassword: repeatRules('password'),
  phone: phoneRules,
  setupCode: fieldRules(limits.setupCode),
  smsCaptcha: fieldRules(limits.smsCaptcha),
} satisfies Partial<Record<keyof RegistrationForm, FormRule[]>>
