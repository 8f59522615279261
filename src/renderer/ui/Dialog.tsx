import { Modal, type ModalProps } from 'antd'

interface DialogProps extends Omit<ModalProps, 'closable' | 'destroyOnHidden'> {
  /** True: it stays while something is under way. Left out where it holds nothing to lose: a click beside it closes it, too. */
  readonly isBusy?: boolean
}

/** A window over the page, that begins anew whenever it opens. */
export function Dialog({ isBusy, ...modal }: DialogProps) {
  const isKept = isBusy === true
  return (
    <Modal
      keyboard={!isKept}
      mask={{ closable: isBusy === undefined }}
      closable={{ 'aria-label': '关闭', disabled: isKept }}
      cancelText="取消"
      cancelButtonProps={{ disabled: isKept }}
      destroyOnHidden
      {...modal}
    />
  )
}
