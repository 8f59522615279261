import { Form, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { accountLimits as limits, accountMessages, passwordLength } from '#shared/features/account/rules.ts'
import type { PublicScreenProps } from '../../app-context/feature.ts'
import { Act } from '../../app-context/Act.tsx'
import { useComputer } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { WhichServer } from '../connection/parts/WhichServer.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useImageCaptcha } from './useImageCaptcha.ts'
import styles from './account.module.css'

const HEALTH_INTERVAL_MS = 5_000

interface LoginForm {
  readonly username: string
  readonly password: string
  readonly captcha: string
}

export function LoginScreen({ onLoggedIn }: PublicScreenProps) {
  const { connection, preferences, remember } = useComputer()
  const [form] = Form.useForm<LoginForm>()
  const captcha = useImageCaptcha('LOGIN_IMGCAPTCHA')
  const { run: logIn, isRunning } = useCommand('session.logIn')
  const first = useRef<InputRef>(null)
  const hasName = preferences.lastUsername !== ''
  // Polled: the answer may be lost while the server restarts, and another PC may register the first account.
  const health = useEndpoint('system.health', {}, { enabled: connection.status === 'connected', refetchInterval: HEALTH_INTERVAL_MS })

  useEffect(() => first.current?.focus(), [])

  // Fetched since this page was shown: an older answer may be the reason why the user came from the registration.
  if (health.isFetchedAfterMount && health.data?.hasAccounts === false) return <Navigate to="/register" replace />

  const submit = async ({ username, password, captcha: typed }: LoginForm) => {
    const outcome = await logIn({ username: username.trim(), password, captcha: typed.trim(), bizId: captcha.bizId })
    if (outcome.ok) {
      remember({ lastUsername: username.trim() })
      onLoggedIn(outcome.value)
    } else if (outcome.failure) {
      // Right or wrong, the captcha is used up.
      captcha.refresh()
      form.setFieldValue('captcha', '')
    }
  }

  return (
    <AccountCard title="登录">
      <Form<LoginForm>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ username: preferences.lastUsername, password: '', captcha: '' }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="username" label="用户名" rules={fieldRules(limits.username)}>
          <Input ref={hasName ? null : first} maxLength={limits.username.max} autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: accountMessages.passwordMissing }]}>
          <Input.Password ref={hasName ? first : null} maxLength={passwordLength.max} autoComplete="current-password" />
        </Form.Item>
        <CaptchaField captcha={captcha} />
        <Act text="登录" type="primary" htmlType="submit" size="large" block loading={isRunning} />
        <p className={styles.other}>
          还没有账号？<Link to="/register">注册</Link>
        </p>
      </Form>
      <WhichServer />
    </AccountCard>
  )
}
