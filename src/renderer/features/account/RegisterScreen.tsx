import { Alert, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { accountHints, accountLimits as limits, passwordLength, usernameLength } from '#shared/features/account/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { useComputer } from '../../bridge/computer.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { WhichServer } from '../connection/parts/WhichServer.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { emptyRegistration, registrationRules, type RegistrationForm } from './registration.ts'
import { SmsCaptchaField } from './SmsCaptchaField.tsx'
import { useImageCaptcha } from './useImageCaptcha.ts'
import styles from './account.module.css'

export function RegisterScreen() {
  const { connection, remember } = useComputer()
  const navigate = useNavigate()
  const captcha = useImageCaptcha('REGISTER_IMGCAPTCHA')
  const [smsBizId, setSmsBizId] = useState('')
  const { send: register, isSending } = useSend('account.register', {
    refreshes: ['system.health'],
    success: ({ roles }) => (roles.length > 0 ? '用户注册成功！' : '用户注册成功！请等待系统管理员审核'),
  })
  const health = useEndpoint('system.health', {}, { enabled: connection.status === 'connected' })
  const isFirst = health.data?.hasAccounts === false
  // The embedded server accepts no other clients and requires no setup code.
  const asksSetupCode = isFirst && connection.kind !== 'embedded'

  const smsHint = connection.kind === 'embedded' ? '点“发送验证码”后，验证码显示在这里' : health.data?.showsSmsCodes === true ? '验证码显示在主机的窗口中' : ''

  const submit = async (form: RegistrationForm) => {
    const sent = await register({
      body: {
        username: form.username.trim(),
        nickName: form.nickName.trim(),
        sex: form.sex,
        password: form.password,
        confirmPassword: form.confirmPassword,
        phone: form.phone.trim(),
        setupCode: (form.setupCode ?? '').trim(),
        captcha: form.captcha.trim(),
        smsCaptcha: form.smsCaptcha.trim(),
        captchaType: 'REGISTER_IMGCAPTCHA',
        // The SMS was sent for this image, whichever is shown now.
        bizId: smsBizId === '' ? captcha.bizId : smsBizId,
      },
    })
    if (!sent.ok) return
    remember({ lastUsername: sent.value.username })
    void navigate('/login')
  }

  return (
    <AccountCard title="注册">
      {isFirst ? <Alert className={styles.first} type="info" showIcon title="这台服务器还没有账号，请先注册一个：首个账号将成为管理员" /> : null}
      <Form<RegistrationForm> layout="vertical" validateTrigger="onBlur" initialValues={emptyRegistration} onFinish={(form) => void submit(form)}>
        <div className={styles.columns}>
          <Form.Item name="username" label="用户名" rules={registrationRules.username}>
            <Input autoFocus maxLength={usernameLength.max} autoComplete="username" placeholder={accountHints.username} />
          </Form.Item>
          <Form.Item name="nickName" label="姓名" rules={registrationRules.nickName}>
            <Input maxLength={limits.nickName.max} autoComplete="name" />
          </Form.Item>
          <Form.Item name="password" label="密码" rules={registrationRules.password}>
            <Input.Password maxLength={passwordLength.max} autoComplete="new-password" placeholder={accountHints.password} />
          </Form.Item>
          <Form.Item name="confirmPassword" label="确认密码" dependencies={['password']} rules={registrationRules.confirmPassword}>
            <Input.Password maxLength={passwordLength.max} autoComplete="new-password" />
          </Form.Item>
          <Form.Item name="phone" label="手机号" rules={registrationRules.phone}>
            <Input maxLength={limits.phone.max} autoComplete="tel" inputMode="numeric" />
          </Form.Item>
          <SexField />
          {asksSetupCode ? <SetupCodeField /> : null}
          <CaptchaField captcha={captcha} />
          <SmsCaptchaField captcha={captcha} onSent={setSmsBizId} hint={smsHint} />
        </div>
        <Act text="注册" type="primary" htmlType="submit" size="large" block loading={isSending} />
        {isFirst ? null : (
          <p className={styles.other}>
            注册后由系统管理员审核，通过后才能登录。已有账号？<Link to="/login">返回登录</Link>
          </p>
        )}
      </Form>
      <WhichServer />
    </AccountCard>
  )
}

function SexField() {
  return (
    <Form.Item<RegistrationForm> name="sex" label="性别">
      <Radio.Group
        options={[
          { value: 0, label: '男' },
          { value: 1, label: '女' },
        ]}
      />
    </Form.Item>
  )
}

function SetupCodeField() {
  return (
    <Form.Item<RegistrationForm>
      name="setupCode"
      label="初始化码"
      extra="8位数字，显示在服务器的窗口中，也在它的数据文件夹的 setup-code.txt 里"
      rules={registrationRules.setupCode}
    >
      <Input maxLength={limits.setupCode.max} autoComplete="off" inputMode="numeric" />
    </Form.Item>
  )
}
