import { Alert, Button, Checkbox, Modal, Spin } from 'antd'
import { useState, type ReactNode } from 'react'
import type { BridgeError } from '../../bridge/bridge.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import styles from './retention.module.css'

interface ErasingDialogProps {
  readonly title: string
  /** What the preview needs of a `useEndpoint` result. */
  readonly preview: { readonly data: unknown; readonly error: BridgeError | null; readonly refetch: () => Promise<unknown> }
  /** What goes and what stays, once it is known. */
  readonly children: ReactNode
  /** Why nothing can be erased; null if something can. */
  readonly nothing: string | null
  readonly isErasing: boolean
  readonly onErase: () => void
  readonly onClose: () => void
}

/** What would be erased, that copies made earlier keep it, and the tick without which nothing is. */
export function ErasingDialog({ title, preview, children, nothing, isErasing, onErase, onClose }: ErasingDialogProps) {
  const [isFinal, setIsFinal] = useState(false)
  return (
    <Modal
      title={title}
      open
      width={640}
      onCancel={onClose}
      keyboard={!isErasing}
      mask={{ closable: false }}
      closable={{ 'aria-label': '关闭', disabled: isErasing }}
      footer={[
        <Button key="close" disabled={isErasing} onClick={onClose}>
          取消
        </Button>,
        <Button key="erase" type="primary" danger disabled={!isFinal || nothing !== null || preview.data === undefined} loading={isErasing} onClick={onErase}>
          清除
        </Button>,
      ]}
    >
      {preview.error && preview.data === undefined ? <FailureState sentence={preview.error.message} onRetry={() => void preview.refetch()} /> : null}
      {!preview.error && preview.data === undefined ? <Spin /> : null}
      {preview.data === undefined ? null : (
        <>
          {children}
          {nothing === null ? (
            <>
              <Alert
                type="warning"
                showIcon
                title="以前的备份里还有这些信息"
                description="程序不会改动备份。请把数据文件夹中“backup”里的、以及另存到 U 盘等地方的旧备份亲手删掉；恢复旧备份会把清除的信息带回来。"
              />
              <Checkbox className={styles.final} checked={isFinal} disabled={isErasing} onChange={({ target }) => setIsFinal(target.checked)}>
                我已核对，清除后无法恢复
              </Checkbox>
            </>
          ) : (
            <Alert type="info" showIcon title={nothing} />
          )}
        </>
      )}
    </Modal>
  )
}

/** A list of sentences; what is null is left out. */
export function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly (string | null)[] }) {
  return (
    <>
      <h3 className={styles.sides}>{title}</h3>
      <ul className={styles.counts} aria-label={title}>
        {sentences
          .filter((sentence) => sentence !== null)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </>
  )
}
