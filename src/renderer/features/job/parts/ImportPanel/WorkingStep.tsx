import { Button, Flex, Progress } from 'antd'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { percentOf, stageInWords } from './importWords.ts'
import styles from './importPanel.module.css'

interface WorkingStepProps {
  /** What is done, in words: `正在导入 一期.xlsx`. */
  readonly title: string
  /** What leaving means for it, or `''`. */
  readonly note: string
  readonly progress: JobProgress | null
  readonly isCancelling: boolean
  readonly onCancel: () => void
}

/** ② and ③ while the server works: how far, doing what, and 取消. */
export function WorkingStep({ title, note, progress, isCancelling, onCancel }: WorkingStepProps) {
  const percent = progress ? percentOf(progress) : 0
  const words = isCancelling ? '正在取消，请稍候…' : progress ? stageInWords(progress) : '正在上传文件…'
  return (
    <Flex vertical gap="small" className={styles.working}>
      <h2 className={styles.heading}>{title}</h2>
      <Progress percent={percent} status={isCancelling ? 'normal' : 'active'} aria-label={title} />
      <Flex align="center" justify="space-between" gap="middle">
        <span className="tabular" role="status">
          {words}
        </span>
        <Button autoFocus loading={isCancelling} onClick={onCancel}>
          取消
        </Button>
      </Flex>
      {note === '' ? null : <p className={styles.note}>{note}</p>}
    </Flex>
  )
}
