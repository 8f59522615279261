import { LockOutlined } from '@ant-design/icons'
import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { accountMessages as say, passwordLength } from '#shared/features/account/rules.ts'
import { useCurrentUser } from '../app-context/currentUser.ts'
import { sentenceOf } from '../bridge/failure.ts'
import { useCommand } from '../bridge/useCommand.ts'
import { useEvent } from '../bridge/useEvent.ts'

/** Asks for the password once more, over everything else, while calls wait for it; 取消 gives them up. One for the whole program. */
export function ConfirmationPrompt() {
  const [isOpen, setIsOpen] = useState(false)
  useEvent('session.confirmationAsked', () => setIsOpen(true))
  useEvent('session.ended', () => setIsOpen(false))
  const decline = useCommand('session.declineConfirmation')
  const cancel = () => {
    setIsOpen(false)
    void decline.run(null)
  }
  return (
    <Modal
      title={
        <>
          <LockOutlined aria-hidden /> 请再次输入密码
        </>
      }
      open={isOpen}
      width={440}
      zIndex={1900}
      closable={false}
      mask={{ closable: false }}
      onCancel={cancel}
      footer={null}
      destroyOnHidden
      className="confirmation-prompt"
    >
      <PasswordForm onDone={() => setIsOpen(false)} onCancel={cancel} />
    </Modal>
  )
}

function PasswordForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const { username } = useCurrentUser()
  const [form] = Form.useForm<{ password: string }>()
  const confirm = useCommand('session.confirm', { errors: 'caller' })
  const submit = async ({ password }: { password: string }) => {
    const sent = await confirm.run({ password })
    if (sent.ok) onDone()
    else if (sent.failure) {
      form.setFields([{ name: 'password', errors: [sentenceOf(sent.failure)] }])
      form.focusField('password')
    }
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={{ password: '' }} onFinish={(values) => void submit(values)}>
      <p>这项操作需要确认是本人。输入密码后 5 分钟内不再询问。</p>
      {/* So that a keychain knows whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="password" label={`账号 ${username} 的密码`} rules={[{ required: true, message: say.passwordMissing }]} validateTrigger="onSubmit">
        <Input.Password autoFocus autoComplete="current-password" maxLength={passwordLength.max} />
      </Form.Item>
      <div className="confirmation-actions">
        <Button onClick={onCancel} disabled={confirm.isRunning}>
          取消
        </Button>
        <Button type="primary" htmlType="submit" loading={confirm.isRunning}>
          确定
        </Button>
      </div>
    </Form>
  )
}
