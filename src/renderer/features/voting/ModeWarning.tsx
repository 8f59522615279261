import { Alert, Button, Space } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { deskModes, modeAdvice, modeRefusal, modeWords, type DeskMode } from './modes.ts'
import styles from './desk.module.css'

interface ModeWarningProps {
  readonly mode: DeskMode
  readonly activity: Activity
  /** Why nothing can be sent in the present mode. */
  readonly refusal: string
  readonly onChoose: (mode: DeskMode) => void
}

/** Says why nothing can be sent in the present mode and what to do about it, and offers a mode in which something can. */
export function ModeWarning({ mode, activity: { status }, refusal, onChoose }: ModeWarningProps) {
  const navigate = useNavigate()
  const advice = modeAdvice(status, mode)
  const possible = deskModes.find((one) => modeRefusal(status, one) === null)
  return (
    <Alert
      className={styles.note}
      data-testid="note"
      type="warning"
      showIcon
      title={advice === null ? refusal : `${refusal}。${advice}`}
      action={
        <Space>
          {advice === null ? null : (
            <Button size="small" onClick={() => navigate(activityPaths.list)}>
              去投票活动列表
            </Button>
          )}
          {possible ? (
            <Button size="small" type="primary" onClick={() => onChoose(possible)}>
              改为{modeWords[possible].name}
            </Button>
          ) : null}
        </Space>
      }
    />
  )
}
