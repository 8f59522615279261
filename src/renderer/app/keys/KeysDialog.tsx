import { Modal } from 'antd'
import { commonKeys, helpOf } from '../help.ts'
import { Keys } from '../Keys.tsx'

interface KeysDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The path of the screen that is shown, and its name. */
  readonly path: string
  readonly title: string
}

/** 键盘操作 (`?`): the keys of the screen and those of all screens, at one look. */
export function KeysDialog({ isOpen, onClose, path, title }: KeysDialogProps) {
  const { keys } = helpOf(path)
  return (
    <Modal
      title="键盘操作"
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width="min(58rem, 92vw)"
      zIndex={1400}
      closable={{ 'aria-label': '关闭' }}
      destroyOnHidden
    >
      <div className="keys-columns">
        {keys.length === 0 ? null : <Keys title={`${title}的按键`} keys={keys} />}
        <Keys title="所有页面的按键" keys={commonKeys} />
      </div>
    </Modal>
  )
}
