import { DocumentField, PictureField } from '../../file/parts/attachments/AttachmentField.tsx'
import type { Attached } from './activityForm.ts'
import { useFormTools } from './formContext.ts'

interface AttachedSlotsProps {
  /** Whose they are: `议题 1`; `''` for the activity's own. */
  readonly of: string
  readonly attached: Attached
  readonly onChange: (change: Partial<Attached>) => void
}

/** The two slots of pictures and of files that an activity, a topic or an option has. */
export function AttachedSlots({ of, attached: { pictures, files }, onChange }: AttachedSlotsProps) {
  const { waitFor } = useFormTools()
  const labelled = (kind: string) => (of === '' ? kind : `${of} ${kind}`)
  return (
    <div className="attached-slots">
      <span className="attached-name">图片</span>
      <PictureField label={labelled('图片')} value={pictures} onChange={(changed) => onChange({ pictures: changed })} onPending={waitFor} />
      <span className="attached-name">文件</span>
      <DocumentField label={labelled('文件')} value={files} onChange={(changed) => onChange({ files: changed })} onPending={waitFor} />
    </div>
  )
}

/** `附件`, with how many there are. */
export function attachedWords({ pictures, files }: Attached): string {
  const count = pictures.length + files.length
  return count === 0 ? '附件' : `附件（${count}）`
}
