import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Attachment } from '#shared/features/activity/attachments.ts'
import { useCommand } from '../../../../bridge/useCommand.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { useSavedFile } from '../../../../ui/useSavedFile.tsx'
import { fileIdOf } from './uploadRules.ts'
import styles from './attachments.module.css'

/** A stored document by name; a click asks where to save it. */
export function StoredDocument({ document: { name, url } }: { readonly document: Attachment }) {
  const get = useSend('file.get', { refreshes: [] })
  const save = useCommand('file.saveBytes')
  const tellSaved = useSavedFile()
  const download = async () => {
    const got = await get.send({ params: { id: fileIdOf(url) ?? '' } })
    if (!got.ok) return
    const saved = await save.run({ suggestedName: name.slice(-200), bytes: new Uint8Array(got.value.bytes), origin: 'others' })
    if (saved.ok) tellSaved(saved.value)
  }
  return (
    <Button
      className={styles.storedDocument}
      type="link"
      icon={<FileTextOutlined aria-hidden />}
      loading={get.isSending || save.isRunning}
      title={`保存“${name}”`}
      onClick={() => void download()}
    >
      <span className={styles.storedDocumentName}>{name}</span>
    </Button>
  )
}
