import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionState } from '#shared/bridge/commands.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { bannerSentence } from './connectionWords.ts'

const RESTORED_MS = 5_000

/** The area above the page for connection status and notices about this computer. */
export function Banners({ canKeepSession }: { readonly canKeepSession: boolean }) {
  const { notices, dismissNotice } = useComputer()
  return (
    <div className="banners">
      <ConnectionBanner />
      {canKeepSession ? null : <Alert banner closable type="info" title="这台电脑没有可用的密钥库，登录状态只保存在内存中：关闭程序后需要重新登录" />}
      {notices.map((notice) => (
        <Alert key={notice} banner closable={{ onClose: () => dismissNotice(notice) }} type="warning" title={notice} />
      ))}
    </div>
  )
}

function ConnectionBanner() {
  const { connection, setConnection } = useComputer()
  const { run: reconnect, isRunning } = useCommand('app.reconnect')
  const isRestored = useRestored(connection.status)
  const sentence = bannerSentence(connection)
  if (sentence === null) return isRestored ? <Alert banner type="success" role="status" title="连接已恢复，可以继续操作" /> : null
  const retry = async () => {
    const outcome = await reconnect(null)
    if (outcome.ok) setConnection(outcome.value)
  }
  return (
    <Alert
      banner
      role="alert"
      type={connection.status === 'starting' ? 'info' : connection.status === 'lost' ? 'warning' : 'error'}
      title={sentence}
      action={
        connection.status === 'failed' ? (
          <Button size="small" type="primary" loading={isRunning} onClick={() => void retry()}>
            重试
          </Button>
        ) : null
      }
    />
  )
}

/** True for a few seconds after the connection was restored. */
function useRestored(status: ConnectionState['status']): boolean {
  const cache = useQueryClient()
  const [was, setWas] = useState(status)
  const [isRestored, setIsRestored] = useState(false)
  if (was !== status) {
    setWas(status)
    setIsRestored(status === 'connected' && was !== 'starting')
  }
  const isConnected = status === 'connected'
  const wasInterrupted = useRef(!isConnected)
  useEffect(() => {
    // Refetches what failed or may have changed meanwhile.
    if (isConnected && wasInterrupted.current) void cache.invalidateQueries()
    wasInterrupted.current = !isConnected
  }, [isConnected, cache])
  useEffect(() => {
    if (!isRestored) return undefined
    const timer = setTimeout(() => setIsRestored(false), RESTORED_MS)
    return () => clearTimeout(timer)
  }, [isRestored])
  return isRestored
}
