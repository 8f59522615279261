import type { FormRule } from 'antd'
import { accountLimits as limits, accountMessages as say, isPassword, isPhone, isUsername } from '#shared/features/account/rules.ts'
import { fieldRules, judged } from '../../../ui/fieldRules.ts'

/** A rule from a check; empty fields are left to `required`. */
const shape = (isRight: (value: string) => boolean, message: string) => judged((value: string) => (value.trim() === '' || isRight(value) ? null : message))

export const usernameRules: FormRule[] = [...fieldRules(limits.username), shape((value) => isUsername(value.trim()), say.usernameShape)]
export const phoneRules: FormRule[] = [...fieldRules(limits.phone), shape((value) => isPhone(value.trim()), say.phoneShape)]

/** @param missing the message for an empty field */
export const newPasswordRules = (missing: string): FormRule[] => [{ required: true, message: missing }, shape(isPassword, say.passwordShape)]

/**
 * Rules for repeating a field.
 *
 * @param field the name of the repeated field
 */
export const repeatRules = (field: string): FormRule[] => [
  { required: true, message: say.passwordAgain },
  ({ getFieldValue }) => shape((value) => value === getFieldValue(field), say.passwordsDiffer),
]
