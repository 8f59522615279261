import { Space } from 'antd'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { deskModes, modeWords, type DeskMode } from './modes.ts'

interface ModeSwitchProps {
  readonly mode: DeskMode
  readonly status: ActivityStatus
  /** The voting time is over: marks are not given any more. */
  readonly isOver: boolean
  readonly onChoose: (mode: DeskMode) => void
}

/** 标记 | 投票 | 唱票: what the activity's status does not allow says why. */
export function ModeSwitch({ mode, status, isOver, onChoose }: ModeSwitchProps) {
  return (
    <Space.Compact role="group" aria-label="模式">
      {deskModes.map((one) => (
        <ReasonedButton
          key={one}
          type={one === mode ? 'primary' : 'default'}
          aria-pressed={one === mode}
          // The mode that is on stays readable where it has become impossible; the page says why.
          reason={one === mode ? null : (whyNot(status, one) ?? (isOver && one === 'mark' ? '投票时间已结束，不能再标记' : null))}
          onClick={() => onChoose(one)}
        >
          {modeWords[one].name}
        </ReasonedButton>
      ))}
    </Space.Compact>
  )
}
