import { CloseOutlined, LoadingOutlined, PaperClipOutlined, PictureOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { Attachment } from '#shared/features/activity/attachments.ts'
import { MAX_ATTACHMENTS } from '#shared/features/activity/rules.ts'
import { uploadMessages } from '#shared/features/file/rules.ts'
import { LineAct } from '../../../../app-context/Act.tsx'
import { useToasts } from '../../../../bridge/toasts.tsx'
import { createPendingList } from './pendingList.ts'
import { StoredDocument } from './StoredDocument.tsx'
import { StoredPicture } from './StoredPicture.tsx'
import { attachmentKinds, keptName, sortOffered, type AttachmentKind } from './uploadRules.ts'
import { useUploads, type PendingUpload, type Uploads } from './useUploads.ts'
import styles from './attachments.module.css'

interface SlotProps<Value> {
  /** A control for Form.Item, or with its own state. */
  readonly value?: readonly Value[]
  readonly onChange?: (value: Value[]) => void
  /** Accessible name of the slot: `议题 1 图片`. */
  readonly label: string
  readonly max?: number
  /** True while a file is uploading or has failed; the form should not be submitted then. */
  readonly onPending?: (isPending: boolean) => void
}

/** Pictures by stored path: chosen or dropped, at most `max`, shown as thumbnails and enlarged on click. */
export function PictureField(props: SlotProps<string>) {
  const { value = [], label } = props
  return (
    <Slot {...props} of={pictures} value={value}>
      {(path, index, remove) => (
        <span key={path} className={styles.attachmentPicture}>
          <StoredPicture path={path} name={`${label} ${index + 1}`} />
          <RemoveButton name={`${label} ${index + 1}`} onClick={remove} />
        </span>
      )}
    </Slot>
  )
}

interface PicturesItemProps extends Pick<SlotProps<string>, 'label' | 'max'> {
  readonly name?: string
}

/** The pictures of a form, which is not sent while one of them is on its way. */
export function PicturesItem({ name = 'pictures', ...slot }: PicturesItemProps) {
  const isPending = useRef(false)
  return (
    <Form.Item
      name={name}
      label={slot.label}
      validateTrigger={[]}
      rules={[{ validator: () => (isPending.current ? Promise.reject(new Error(uploadMessages.pending)) : Promise.resolve()) }]}
    >
      <PictureField {...slot} onPending={(isIt) => (isPending.current = isIt)} />
    </Form.Item>
  )
}

/** Documents by name and stored path: chosen or dropped, at most `max`, saved on click. */
export function DocumentField(props: SlotProps<Attachment>) {
  const { value = [] } = props
  return (
    <Slot {...props} of={documents} value={value}>
      {(document, _index, remove) => (
        <span key={document.url} className={styles.attachmentDocument}>
          <StoredDocument document={document} />
          <RemoveButton name={document.name} onClick={remove} />
        </span>
      )}
    </Slot>
  )
}

/** What a slot holds. */
interface Held<Value> {
  readonly kind: AttachmentKind
  readonly toValue: (file: File, path: string) => Value
  /** The stored path. */
  readonly keyOf: (value: Value) => string
}
const pictures: Held<string> = { kind: 'pictures', toValue: (_file, path) => path, keyOf: (path) => path }
const documents: Held<Attachment> = { kind: 'documents', toValue: ({ name }, url) => ({ name: keptName(name), url }), keyOf: ({ url }) => url }

interface InnerSlotProps<Value> extends SlotProps<Value> {
  readonly of: Held<Value>
  readonly value: readonly Value[]
  /** Renders a stored item, with a function to remove it. */
  readonly children: (stored: Value, index: number, remove: () => void) => ReactNode
}

function Slot<Value>({ of: { kind, toValue, keyOf }, value, onChange, label, max = MAX_ATTACHMENTS, onPending, children }: InnerSlotProps<Value>) {
  const toasts = useToasts()
  const [pendingList] = useState(() => createPendingList(value, keyOf))
  useLayoutEffect(() => pendingList.rendered(value), [pendingList, value])
  const uploads = useUploads(kind, (file, path) => onChange?.(pendingList.add(toValue(file, path))))
  useTellPending(uploads.pending.length > 0, onPending)
  const offer = (files: readonly File[]) => {
    const { accepted, sentences } = sortOffered(kind, files, { taken: value.length + uploads.pending.length, max })
    for (const message of sentences) toasts.failure({ kind: 'local', message })
    uploads.add(accepted)
  }
  const { isOver, dropProps } = useDropZone(offer)
  return (
    <div className={isOver ? styles.attachmentSlotOver : styles.attachmentSlot} role="group" aria-label={label} {...dropProps}>
      {value.map((stored, index) => children(stored, index, () => onChange?.(pendingList.remove(keyOf(stored)))))}
      {uploads.pending.map((upload) => (
        <PendingRow key={upload.key} upload={upload} uploads={uploads} />
      ))}
      {value.length + uploads.pending.length < max ? <ChooseButton kind={kind} label={label} onChosen={offer} /> : null}
      <span className={styles.attachmentHint}>
        {attachmentKinds[kind].hint}，最多 {max} {kind === 'pictures' ? '张' : '个'}
      </span>
    </div>
  )
}

function useTellPending(isPending: boolean, onPending: ((isPending: boolean) => void) | undefined) {
  const tell = useEffectEvent((now: boolean) => onPending?.(now))
  useEffect(() => {
    if (!isPending) return undefined
    tell(true)
    return () => tell(false)
  }, [isPending])
}

interface ChooseButtonProps {
  readonly kind: AttachmentKind
  readonly label: string
  readonly onChosen: (files: readonly File[]) => void
}

function ChooseButton({ kind, label, onChosen }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const { name, accept } = attachmentKinds[kind]
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={`选择${label}`}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          // Allows choosing the same file again after removing it.
          target.value = ''
          onChosen(files)
        }}
      />
      <Button
        size="small"
        icon={kind === 'pictures' ? <PictureOutlined aria-hidden /> : <PaperClipOutlined aria-hidden />}
        aria-label={`上传${name}：${label}`}
        onClick={() => input.current?.click()}
      >
        上传{name}
      </Button>
    </>
  )
}

function PendingRow({ upload, uploads }: { readonly upload: PendingUpload; readonly uploads: Uploads }) {
  const { file, status, sentence, canRetry } = upload
  if (status === 'uploading') {
    return (
      <span className={styles.attachmentPending} role="status">
        <LoadingOutlined aria-hidden />
        <span className={styles.attachmentPendingName} title={file.name}>
          正在上传 {file.name}
        </span>
      </span>
    )
  }
  return (
    <span className={`${styles.attachmentPending} ${styles.attachmentFailed}`} role="alert">
      <span className={styles.attachmentPendingName} title={file.name}>
        {file.name}
      </span>
      <span>{sentence}</span>
      {canRetry ? <LineAct text="重试" onClick={() => uploads.retry(upload)} /> : null}
      <RemoveButton name={file.name} onClick={() => uploads.dismiss(upload)} />
    </span>
  )
}

function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <Button
      className={styles.attachmentRemove}
      type="text"
      size="small"
      icon={<CloseOutlined aria-hidden />}
      aria-label={`移除 ${name}`}
      title={`移除 ${name}`}
      onClick={onClick}
    />
  )
}

/** Accepts files dropped on this element, hiding the event from the window's other listeners. */
function useDropZone(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const dropProps = {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const files = Array.from(event.dataTransfer.files)
      if (files.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      onFiles(files)
    },
  }
  return { isOver, dropProps }
}
