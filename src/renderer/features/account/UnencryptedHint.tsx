import { Alert } from 'antd'
import { useState } from 'react'
import type { ConnectionState } from '#shared/bridge/commands.ts'

/** Whoever has read it is not shown it again until the program starts anew. */
let isRead = false

/** Said before a password is typed: it will cross the network in the clear, and what to do about it. */
export function UnencryptedHint({ connection: { isUnencrypted, name } }: { readonly connection: ConnectionState }) {
  const [isShown, setIsShown] = useState(!isRead)
  if (isUnencrypted !== true || !isShown) return null
  const read = () => {
    isRead = true
    setIsShown(false)
  }
  return (
    <Alert
      className="account-first"
      type="info"
      showIcon
      title={`与服务器 ${name} 的连接未加密。办公室内网可以继续使用；经过公共网络时，请管理员为服务器配置 HTTPS，再用 https:// 地址启动。`}
      closable={{ closeIcon: true, onClose: read, 'aria-label': '知道了' }}
    />
  )
}
