import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { emptyPasswords, PasswordFields, type PasswordForm } from './PasswordFields.tsx'

/** 修改密码: the user's own; logs out their sessions on other computers. */
export function ChangePasswordDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const change = useSend('account.changePassword', { refreshes: ['account.sessions'], success: '修改成功，其他电脑上的登录已退出' })
  return (
    <FormDialog<PasswordForm>
      title="修改密码"
      isOpen={isOpen}
      width={440}
      initialValues={emptyPasswords}
      onSubmit={async ({ oldPassword, newPassword }) => (await change.send({ body: { oldPassword, newPassword } })).ok}
      onClose={onClose}
    >
      <PasswordFields />
    </FormDialog>
  )
}
