import { LockOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { accountMessages as say, passwordLength } from '#shared/features/account/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { useComputer, usePreferences } from '../../bridge/computer.tsx'
import { isLoggedOut, sentenceOf } from '../../bridge/failure.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { AccountCard } from '../../features/account/AccountCard.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { Banners } from '../frame/Banners.tsx'
import { useAskBeforeUnload } from '../../ui/askBeforeUnload.ts'
import './cover.css'

interface CoverScreenProps {
  /** The logged-in user; null if unknown because the program was restarted. */
  readonly user: { readonly username: string; readonly nickName: string } | null
  readonly holdsUnsaved: boolean
  readonly onUncovered: () => void
  /** The session has ended meanwhile; no password can unlock. */
  readonly onSessionOver: () => void
  /** Ends the session so that another user can log in. */
  readonly onLeave: () => Promise<void>
}

/** Replaces everything while the workplace is unattended (`trust.md` section 3). */
export function CoverScreen({ user, holdsUnsaved, onUncovered, onSessionOver, onLeave }: CoverScreenProps) {
  const [{ lastUsername }] = usePreferences()
  useServerCover()
  useAskBeforeUnload(holdsUnsaved)
  const changePerson = useChangePerson(holdsUnsaved, onLeave)
  const username = user?.username ?? lastUsername
  const name = user && user.nickName !== '' && user.nickName !== username ? `${user.nickName}（${username}）` : username
  return (
    <div className="public-layout cover">
      <Banners canKeepSession />
      <main className="public-layout-main">
        <AccountCard title="屏幕已锁定" footer={<Act text="换一个账号登录" type="link" onClick={changePerson} />}>
          <p className="cover-about">
            <LockOutlined aria-hidden /> {name} 正在使用。输入密码后继续{user ? '，打开的页面和填写的内容都还在' : ''}。
          </p>
          <PasswordForm username={username} onUncovered={onUncovered} onSessionOver={onSessionOver} />
        </AccountCard>
      </main>
    </div>
  )
}

function PasswordForm({ username, onUncovered, onSessionOver }: { readonly username: string } & Pick<CoverScreenProps, 'onUncovered' | 'onSessionOver'>) {
  const [form] = Form.useForm<{ password: string }>()
  const uncover = useCommand('session.uncover', { errors: 'caller' })
  const submit = async ({ password }: { password: string }) => {
    const sent = await uncover.run({ password })
    if (sent.ok) onUncovered()
    else if (sent.failure && isLoggedOut(sent.failure)) onSessionOver()
    else if (sent.failure) {
      form.setFields([{ name: 'password', errors: [sentenceOf(sent.failure)] }])
      form.focusField('password')
    }
  }
  return (
    <Form form={form} layout="vertical" initialValues={{ password: '' }} onFinish={(values) => void submit(values)}>
      {/* So that a keychain knows whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="password" label={`账号 ${username} 的密码`} rules={[{ required: true, message: say.passwordMissing }]} validateTrigger="onSubmit">
        <Input.Password autoFocus autoComplete="current-password" maxLength={passwordLength.max} />
      </Form.Item>
      <Act text="解锁" type="primary" htmlType="submit" size="large" block loading={uncover.isRunning} />
    </Form>
  )
}

/** Covers the session on the server too, and again on each connection change: an unreachable server missed the first call. */
function useServerCover(): void {
  const { connection } = useComputer()
  const { run } = useCommand('session.cover', { errors: 'caller' })
  const tell = useEffectEvent((_changed: typeof connection.status) => void run(null))
  useEffect(() => tell(connection.status), [connection.status])
}

/** 换一个账号登录: confirms first if unsaved input would be lost. */
function useChangePerson(holdsUnsaved: boolean, onLeave: () => Promise<void>): () => void {
  const { ask } = useQuestions()
  return () => {
    if (!holdsUnsaved) {
      void onLeave()
      return
    }
    ask({
      title: '有未保存的内容，确认换一个账号登录吗?',
      detail: '锁定前打开的页面里填写的内容尚未保存，换账号后不会保留',
      confirmText: '换一个账号登录',
      isDangerous: true,
      onConfirm: onLeave,
    })
  }
}
