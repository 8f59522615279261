import { Dialog } from '../../../../ui/Dialog.tsx'
import { PaperClipOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { attachedWords, type Attached } from './attached.ts'
import { StoredDocument } from './StoredDocument.tsx'
import { StoredPictures } from './StoredPicture.tsx'
import styles from './attachments.module.css'

interface AttachedButtonProps {
  /** Undefined without attachments: renders nothing. */
  readonly attached: Attached | undefined
  /** The title of the topic or option. */
  readonly of: string
  /** False to exclude it from the tab order of a form; reachable by mouse. */
  readonly isInTabOrder?: boolean
}

/** A compact button beside a title that opens the attached pictures and files. */
export function AttachedButton({ attached, of, isInTabOrder = true }: AttachedButtonProps) {
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never')
  if (attached === undefined) return null
  const words = attachedWords(attached)
  const { pictures, files } = attached
  return (
    <>
      <button
        type="button"
        className={styles.attachedButton}
        tabIndex={isInTabOrder ? 0 : -1}
        aria-label={`查看“${of}”的${words}`}
        title={`查看${words}`}
        onClick={() => setShown('open')}
      >
        <PaperClipOutlined aria-hidden /> <span className="tabular">{pictures.length + files.length}</span>
      </button>
      {shown === 'never' ? null : (
        <Dialog title={of} open={shown === 'open'} width={620} footer={null} onCancel={() => setShown('closed')}>
          {pictures.length > 0 ? <StoredPictures paths={pictures} label="图片" /> : null}
          {files.length > 0 ? (
            <ul className={styles.attachedFiles} aria-label="附件">
              {files.map((file) => (
                <li key={file.url}>
                  <StoredDocument document={file} />
                </li>
              ))}
            </ul>
          ) : null}
        </Dialog>
      )}
    </>
  )
}
