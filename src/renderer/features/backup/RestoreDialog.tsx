import { Button, Modal } from 'antd'
import { RestorePanel } from './RestorePanel.tsx'
import { useRestore } from './useRestore.ts'

interface RestoreDialogProps {
  readonly onClose: () => void
  /** When another database is in the place of this one: nothing that is on screen holds any more. */
  readonly onRestored: () => void
}

/** 恢复数据 of an administrator. */
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
