import { Alert } from 'antd'
import { useState } from 'react'
import type { SmsCode } from '#shared/bridge/serverProcess.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useStillGood } from '../../bridge/useStillGood.ts'

/** SMS codes that other computers requested from this program's embedded server, to be read out by the person here. */
export function SmsBands() {
  const { smsCodes } = useComputer()
  const others = smsCodes.filter(({ isOwnProgram }) => !isOwnProgram)
  if (others.length === 0) return null
  return (
    <div className="banners">
      {others.map((code) => (
        <SmsBand key={`${code.bizId} ${code.expiresAt}`} code={code} />
      ))}
    </div>
  )
}

function SmsBand({ code: { phoneEnding, code, expiresAt } }: { readonly code: SmsCode }) {
  const [isClosed, setIsClosed] = useState(false)
  const isGood = useStillGood(expiresAt)
  if (isClosed || !isGood) return null
  const title = `另一台电脑正在注册（手机尾号 ${phoneEnding}），短信验证码：${code}，5 分钟内有效，请告诉对方`
  return <Alert banner role="status" closable={{ onClose: () => setIsClosed(true) }} type="info" title={title} />
}
