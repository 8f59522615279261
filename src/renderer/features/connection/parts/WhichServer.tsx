import { Suspense, lazy, useState } from 'react'
import { Act } from '../../../app-context/Act.tsx'
import { useComputer } from '../../../bridge/computer.tsx'
import { useCommand } from '../../../bridge/useCommand.ts'
import styles from '../connection.module.css'

const ConnectDialog = lazy(async () => ({ default: (await import('../ConnectDialog.tsx')).ConnectDialog }))

/** Below the login: whose data this is, with the way to an office's server or back. */
export function WhichServer() {
  const { connection } = useComputer()
  const [isOpen, setIsOpen] = useState(false)
  const own = useCommand('server.useOwn')
  const isOwn = connection.kind === 'embedded'
  return (
    <div className={styles.where}>
      <span>{isOwn ? '使用本机的数据' : `使用服务器 ${connection.name} 的数据`}</span>
      <span className={styles.ways}>
        {isOwn ? null : <Act text="改用本机的数据" type="link" loading={own.isRunning} onClick={() => void own.run(null)} />}
        <Act text={isOwn ? '连接办公室服务器' : '更换服务器'} type="link" onClick={() => setIsOpen(true)} />
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <ConnectDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
