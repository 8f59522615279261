import { Form, Input } from 'antd'
import { accountHints, accountMessages as say, passwordLength } from '#shared/features/account/rules.ts'
import { newPasswordRules, repeatRules } from './parts/accountRules.ts'

/** As typed; `again` is only used by the form. */
export interface PasswordForm {
  readonly oldPassword: string
  readonly newPassword: string
  readonly again: string
}

export const emptyPasswords: PasswordForm = { oldPassword: '', newPassword: '', again: '' }

/** The old password, and the new one twice. */
export function PasswordFields() {
  return (
    <>
      <Form.Item<PasswordForm> name="oldPassword" label="原密码" rules={[{ required: true, message: say.oldPasswordMissing }]}>
        <Input.Password autoFocus autoComplete="current-password" maxLength={passwordLength.max} />
      </Form.Item>
      <Form.Item<PasswordForm> name="newPassword" label="新密码" rules={newPasswordRules(say.newPasswordMissing)}>
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder={accountHints.password} />
      </Form.Item>
      <Form.Item<PasswordForm> name="again" label="再输入一次" dependencies={['newPassword']} rules={repeatRules('newPassword')}>
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
      </Form.Item>
    </>
  )
}
