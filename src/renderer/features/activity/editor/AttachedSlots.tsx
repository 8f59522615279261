import { Form } from 'antd'
import { DocumentField, PictureField } from '../../file/parts/attachments/AttachmentField.tsx'
import type { Attached, FormPath } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import styles from '../activity.module.css'

interface AttachedSlotsProps {
  /** Whose they are: `议题 1`; `''` for the activity's own. */
  readonly of: string
  /** Where that is in the form; empty for the activity itself. */
  readonly path: FormPath
}

/** The two slots of pictures and of files that an activity, a topic or an option has. */
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

/** `附件`, with how many there are. */
export function attachedWords({ pictures, files }: Attached): string {
  const count = pictures.length + files.length
  return count === 0 ? '附件' : `附件（${count}）`
}
