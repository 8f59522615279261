import { Alert, Button, Checkbox } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { useState, type ReactNode } from 'react'
import type { InputOf } from '#shared/contract/index.ts'
import type { BridgeError } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { countedIn, useJob } from '../job/parts/useJob.tsx'
import styles from './retention.module.css'

const DONE = '个人信息已清除'
const NOT_COMPACTED = '个人信息已清除；数据文件正被占用，残留的内容会在每天的整理时清掉'

type Erasure = 'retention.erase' | 'retention.eraseRegistry'

interface ErasingDialogProps<N extends Erasure> {
  readonly call: N
  readonly title: string
  /** What the job that does it is called. */
  readonly working: string
  readonly inputOf: (jobId: string) => InputOf<N>
  /** The part of a `useEndpoint` result that the preview uses. */
  readonly preview: { readonly data: unknown; readonly error: BridgeError | null; readonly refetch: () => Promise<unknown> }
  /** What is erased and what is kept, once loaded. */
  readonly children: ReactNode
  /** Why nothing can be erased; null if something can. */
  readonly nothing?: string | null
  readonly onClose: () => void
}

/** What would be erased, that copies made earlier keep it, and the tick without which nothing is; then erases, with a job that can be followed. */
export function ErasingDialog<N extends Erasure>({ call, title, working, inputOf, preview, children, nothing = null, onClose }: ErasingDialogProps<N>) {
  const toasts = useToasts()
  const [isFinal, setIsFinal] = useState(false)
  const { run, dialog } = useJob({ title: working, words: countedIn('步') })
  const { send, isSending: isErasing } = useSend(call, {
    refreshes: ['retention.overview', 'retention.preview', 'retention.previewRegistry', 'audit.list', 'property.list', 'estate.totals', 'propertyChange.list'],
  })
  const erase = async () => {
    const sent = await run((jobId) => send(inputOf(jobId)))
    if (!sent.ok) return
    toasts.success((sent.value as { readonly isCompacted: boolean }).isCompacted ? DONE : NOT_COMPACTED) // both answer the same
    onClose()
  }
  return (
    <>
      <Dialog
        title={title}
        open
        width={640}
        onCancel={onClose}
        isBusy={isErasing}
        footer={[
          <Button key="close" disabled={isErasing} onClick={onClose}>
            取消
          </Button>,
          <Button
            key="erase"
            type="primary"
            danger
            disabled={!isFinal || nothing !== null || preview.data === undefined}
            loading={isErasing}
            onClick={() => void erase()}
          >
            清除
          </Button>,
        ]}
      >
        {preview.data === undefined ? (
          <Awaited of={preview} />
        ) : (
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
      </Dialog>
      {dialog}
    </>
  )
}

/** A list of sentences; null ones are omitted. */
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
