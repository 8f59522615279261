import { Alert, Form } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { AccountCard } from './AccountCard.tsx'
import { emptyPasswords, PasswordFields, type PasswordForm } from './PasswordFields.tsx'
import styles from './account.module.css'

/** Replaces every page while the password was set by someone else. */
export function ForcedPasswordChange({ onLeave }: { readonly onLeave: () => void }) {
  const { send: change, isSending } = useSend('account.changePassword', { refreshes: ['account.current'], success: '修改成功' })
  return (
    <AccountCard title="请先修改密码">
      <Alert className={styles.first} type="info" showIcon title="现在的密码是管理员设置的，改成只有您自己知道的密码后才能继续使用" />
      <Form<PasswordForm>
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={emptyPasswords}
        onFinish={({ oldPassword, newPassword }) => void change({ body: { oldPassword, newPassword } })}
      >
        <PasswordFields />
        <Act text="修改密码" type="primary" htmlType="submit" size="large" block loading={isSending} />
        <p className={styles.other}>
          <Act text="退出登录" type="link" onClick={onLeave} />
        </p>
      </Form>
    </AccountCard>
  )
}
