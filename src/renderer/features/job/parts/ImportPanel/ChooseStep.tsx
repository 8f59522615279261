import { InboxOutlined } from '@ant-design/icons'
import { Alert, Flex } from 'antd'
import { useCommand } from '../../../../bridge/useCommand.ts'
import { sentenceOf } from '../../../../bridge/failure.ts'
import type { ImportSource } from './importSource.ts'
import type { ImportWork } from './importWork.ts'
import { TemplateButton } from './TemplateButton.tsx'
import { refusalOfFile, type FileRefusal } from './workbookFile.ts'
import styles from './importPanel.module.css'

interface ChooseStepProps {
  readonly work: ImportWork
  readonly refusal: FileRefusal | null
  readonly template: ImportSource['template']
}

/** ① The drop zone, which is a button too, and the template. Dropping is caught by the whole window. */
export function ChooseStep({ work, refusal, template }: ChooseStepProps) {
  const choose = useCommand('file.chooseWorkbook', { errors: 'caller' })
  const ask = async () => {
    const chosen = await choose.run(null)
    if (!chosen.ok) {
      if (chosen.failure) work.refuse({ sentence: sentenceOf(chosen.failure), hint: '' })
      return
    }
    if (chosen.value === null) return
    const { name, bytes } = chosen.value
    const refused = refusalOfFile({ name, size: bytes.byteLength })
    if (refused) work.refuse(refused)
    else void work.check({ name, bytes })
  }
  return (
    <Flex vertical gap="middle">
      {refusal ? <Alert type="error" showIcon title={refusal.sentence} description={refusal.hint === '' ? undefined : refusal.hint} /> : null}
      <button type="button" className={styles.drop} data-testid="import-drop" autoFocus aria-busy={choose.isRunning} onClick={() => void ask()}>
        <InboxOutlined className={styles.dropIcon} aria-hidden />
        <span className={styles.dropTitle}>把 Excel 文件拖到这里，或点击选择</span>
        <span className={styles.dropHint}>只接受 .xlsx 文件，大小不超过 10M；先核对，确认后才写入</span>
      </button>
      <Flex align="center" gap="middle" wrap>
        <TemplateButton template={template} />
        <span className={styles.note}>第一次导入请用模板填写：列名可以不按顺序，多余的列会被忽略</span>
      </Flex>
    </Flex>
  )
}
