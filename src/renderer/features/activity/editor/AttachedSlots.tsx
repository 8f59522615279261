import { Form } from 'antd'
import { DocumentField, PictureField } from '../../file/parts/attachments/AttachmentField.tsx'
import type { Attached, FormPath } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import styles from '../activity.module.css'

interface AttachedSlotsProps {
  /** The owner of the attachments: `议题 1`; `''` for the activity itself. */
  readonly of: string
  /** Its path in the form; empty for the activity itself. */
  readonly path: FormPath
}

/** The picture and file attachments of an activity, topic or option. */
export function AttachedSlots({ of, path }: AttachedSlotsProps) {
  const { waitFor } = useFormTools()
  const labelled = (kind: string) => (of === '' ? kind : `${of} ${kind}`)
  return (
    <div className={styles.attachedSlots}>
      <span className={styles.attachedName}>图片</span>
      <Form.Item name={[...path, 'pictures']} noStyle>
        <PictureField label={labelled('图片')} onPending={waitFor} />
      </Form.Item>
      <span className={styles.attachedName}>文件</span>
      <Form.Item name={[...path, 'files']} noStyle>
        <DocumentField label={labelled('文件')} onPending={waitFor} />
      </Form.Item>
    </div>
  )
}

/** `附件` with the number of attachments. */
export function attachedWords({ pictures, files }: Attached): string {
  const count = pictures.length + files.length
  return count === 0 ? '附件' : `附件（${count}）`
}
