import { Alert, Modal } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { useComputer } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { RestorePanel } from './RestorePanel.tsx'
import { useRestore } from './useRestore.ts'

/**
 * Blocks everything while the database cannot be opened: shows the reason and the backups.
 *
 * Nobody can log in, since the accounts are in the database.
 */
export function RestoreNeeded({ onRestored }: { readonly onRestored: () => void }) {
  const { connection, setConnection } = useComputer()
  const { run: reconnect, isRunning } = useCommand('app.reconnect')
  const restore = useRestore(onRestored)
  const retry = async () => {
    const outcome = await reconnect(null)
    if (outcome.ok) setConnection(outcome.value)
  }
  return (
    <Modal
      open
      title="数据库无法打开"
      width={760}
      zIndex={1900}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={restore.isWorking ? null : <Act text="重新检查数据库" loading={isRunning} onClick={() => void retry()} />}
    >
      {restore.isWorking ? null : <Alert className="lead" type="error" showIcon title={connection.message} />}
      <RestorePanel restore={restore} isDamaged />
    </Modal>
  )
}
