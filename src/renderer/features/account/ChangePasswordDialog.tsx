import { Form, Input } from 'antd'
import { accountMessages as say, isPassword } from '#shared/features/account/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface PasswordForm {
  readonly oldPassword: string
  readonly newPassword: string
  readonly again: string
}

/** 修改密码: one's own; other computers where one is logged in are logged out. */
export function ChangePasswordDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const change = useSend('account.changePassword', { refreshes: [], success: '修改成功，其他电脑上的登录已退出' })
  return (
    <FormDialog<PasswordForm>
      title="修改密码"
      isOpen={isOpen}
      width={440}
      initialValues={{ oldPassword: '', newPassword: '', again: '' }}
      onSubmit={async ({ oldPassword, newPassword }) => (await change.send({ body: { oldPassword, newPassword } })).ok}
      onClose={onClose}
    >
      <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: say.oldPasswordMissing }]}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        rules={[
          { required: true, message: say.newPasswordMissing },
          { validator: (_rule, value: string) => (value === '' || isPassword(value) ? Promise.resolve() : Promise.reject(new Error(say.passwordShape))) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} placeholder="至少8位，含字母和数字" />
      </Form.Item>
      <Form.Item
        name="again"
        label="再输入一次"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再次输入密码' },
          ({ getFieldValue }) => ({
            validator: (_rule, value: string) =>
              value === '' || value === getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(say.passwordsDiffer)),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </FormDialog>
  )
}
