import { InputNumber } from 'antd'
import { useState } from 'react'
import { coverMinutesRange as range } from '#shared/features/account/rules.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useMay } from '../../app-context/may.ts'
import { useSend } from '../../bridge/useSend.ts'

/** 自动锁屏 in the settings: set by the administrator for everybody, told to everybody else. */
export function CoverTime() {
  const { coverMinutes } = useCurrentUser()
  const maySet = useMay('account.setCoverMinutes')
  return (
    <div>
      {maySet ? <MinutesField key={coverMinutes} minutes={coverMinutes} /> : `${coverMinutes} 分钟没有操作时`}
      <span className="settings-note">
        {maySet ? `${range.min} 至 ${range.max} 分钟，所有账号相同；其他电脑在下次登录或解锁后生效。` : '由系统管理员设置。'}离开座位时请按 Ctrl+L 立即锁定。
      </span>
    </div>
  )
}

function MinutesField({ minutes }: { readonly minutes: number }) {
  const [typed, setTyped] = useState<number | null>(minutes)
  const { send, isSending } = useSend('account.setCoverMinutes', { refreshes: ['account.current'], success: '已保存' })
  const save = () => {
    if (typed === null || typed === minutes) setTyped(minutes)
    else void send({ body: { minutes: typed } })
  }
  return (
    <InputNumber<number>
      className="settings-minutes"
      aria-label="自动锁屏时间（分钟）"
      min={range.min}
      max={range.max}
      precision={0}
      value={typed}
      disabled={isSending}
      suffix="分钟没有操作时"
      onChange={setTyped}
      onBlur={save}
      onPressEnter={save}
    />
  )
}
