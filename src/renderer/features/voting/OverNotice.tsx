import { Alert, Button } from 'antd'
import { minutesOf } from '../../ui/moments.ts'
import { modeWords, type DeskMode } from './modes.ts'
import styles from './desk.module.css'

interface OverNoticeProps {
  readonly mode: DeskMode
  readonly endsAt: number | null
  readonly onChoose: (mode: DeskMode) => void
}

/** The voting time is over while the activity still takes votes: which papers may be entered yet, and how. */
export function OverNotice({ mode, endsAt, onChoose }: OverNoticeProps) {
  const over = `投票时间已于 ${minutesOf(endsAt)} 结束`
  if (mode === 'vote') {
    const late = '在这之前收到的选票仍可录入：已登记收回的按收回时间，其他的请填写“收到时间”，报告中会注明“截止后录入”'
    return <Alert className={styles.note} data-testid="note" type="warning" showIcon title={`${over}。${late}`} />
  }
  return (
    <Alert
      className={styles.note}
      data-testid="note"
      type="warning"
      showIcon
      title={`${over}，不能再${modeWords[mode].name}。在这之前收到的选票，请用“${modeWords.vote.name}”录入`}
      action={
        <Button size="small" type="primary" onClick={() => onChoose('vote')}>
          改为{modeWords.vote.name}
        </Button>
      }
    />
  )
}
