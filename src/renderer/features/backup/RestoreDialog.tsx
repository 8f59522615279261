import { Button, Modal } from 'antd'
import { RestorePanel } from './RestorePanel.tsx'
import { useRestore } from './useRestore.ts'

interface RestoreDialogProps {
  readonly onClose: () => void
  /** Called after another database has replaced this one: nothing on screen is valid any more. */
  readonly onRestored: () => void
}

/** 恢复数据 for administrators. */
export function RestoreDialog({ onClose, onRestored }: RestoreDialogProps) {
  const restore = useRestore(onRestored)
  const { isWorking } = restore
  return (
    <Modal
      open
      title="恢复数据"
      width={760}
      onCancel={onClose}
      keyboard={!isWorking}
      mask={{ closable: false }}
      closable={isWorking ? false : { 'aria-label': '关闭' }}
      footer={isWorking ? null : <Button onClick={onClose}>取消</Button>}
    >
      <RestorePanel restore={restore} />
    </Modal>
  )
}
