import { Button, Form, Input } from 'antd'
import { useState, useEffect } from 'react'
import { accountLimits as limits } from '#shared/features/account/rules.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { useStillGood } from '../../bridge/useStillGood.ts'
import { registrationRules, type RegistrationForm } from './registration.ts'
import type { ImageCaptcha } from './useImageCaptcha.ts'
import styles from './account.module.css'

const PAUSE_SECONDS = 60

interface SmsCaptchaFieldProps {
  readonly captcha: ImageCaptcha
  /** The SMS was sent; it belongs to that captcha's bizId. */
  readonly onSent: (bizId: string) => void
  /** Where to find the code, if neither on a phone nor here; `''` for none. */
  readonly hint: string
}

/** The code from the SMS, and the button that sends it, which requires phone number and captcha text. */
export function SmsCaptchaField({ captcha, onSent, hint }: SmsCaptchaFieldProps) {
  const form = Form.useFormInstance<RegistrationForm>()
  const { left, start } = useCountdown()
  const [spentBizId, setSpentBizId] = useState('')
  const { smsCodes } = useComputer()
  const shown = smsCodes.findLast(({ isOwnProgram, bizId }) => isOwnProgram && bizId === spentBizId)
  const isGood = useStillGood(shown?.expiresAt ?? null)
  const { send, isSending } = useSend('account.sendSmsCaptcha', { refreshes: [], success: '短信发送成功！' })

  const sendMessage = async () => {
    if (spentBizId === captcha.bizId) {
      // A captcha is valid for one SMS.
      form.setFieldValue('captcha', '')
      captcha.refresh()
      form.setFields([{ name: 'captcha', errors: ['请输入新的验证码，再重新发送短信'] }])
      form.focusField('captcha')
      return
    }
    try {
      await form.validateFields(['phone', 'captcha'])
    } catch {
      const wrong = (['phone', 'captcha'] as const).find((name) => form.getFieldError(name).length > 0)
      if (wrong) form.focusField(wrong)
      return
    }
    const { phone, captcha: typed } = form.getFieldsValue()
    const { bizId } = captcha
    const sent = await send({ query: { captchaType: 'REGISTER_IMGCAPTCHA', bizId, imageCaptcha: typed.trim(), phone: phone.trim() } })
    if (sent.ok) {
      setSpentBizId(bizId)
      start(PAUSE_SECONDS)
      onSent(bizId)
      form.focusField('smsCaptcha')
    } else if (sent.failure) {
      captcha.refresh()
      form.setFieldValue('captcha', '')
    }
  }

  return (
    <div className={styles.beside}>
      <Form.Item name="smsCaptcha" label="短信验证码" rules={registrationRules.smsCaptcha} extra={shown && isGood ? <ShownCode code={shown.code} /> : hint}>
        <Input maxLength={limits.smsCaptcha.max} autoComplete="one-time-code" inputMode="numeric" />
      </Form.Item>
      <Button disabled={left > 0} loading={isSending} onClick={() => void sendMessage()}>
        {left > 0 ? `${left} 秒后可重新发送` : '发送验证码'}
      </Button>
    </div>
  )
}

/** Shown while valid, if there is no SMS gateway. */
function ShownCode({ code }: { readonly code: string }) {
  return (
    <span role="status">
      验证码 <b className={`${styles.shownCode} tabular`}>{code}</b>，5 分钟内有效
    </span>
  )
}

/** Remaining seconds of a countdown begun by `start`; 0 when over. Based on the clock, not on ticks. */
function useCountdown(): { readonly left: number; readonly start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    left,
    start: (seconds) => {
      setNow(Date.now())
      setEndsAt(Date.now() + seconds * 1000)
    },
  }
}
