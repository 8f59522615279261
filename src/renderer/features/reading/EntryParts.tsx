import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, ScanOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { codeLabels } from '#shared/features/paper/rules.ts'
import { votingLimits } from '#shared/features/voting/rules.ts'
import type { Said, SecondEntry } from './secondEntry.ts'
import styles from './reading.module.css'

interface CodeLineProps {
  readonly entry: SecondEntry
  readonly box: React.RefObject<InputRef | null>
  readonly place: string
  /** The entry is being sent: it stays as it is. */
  readonly isSending: boolean
  readonly onType: (typed: string) => void
  readonly onChoose: () => void
}

/** The input for a paper's code; once chosen, its place. */
export function CodeLine({ entry, box, place, isSending, onType, onChoose }: CodeLineProps) {
  return (
    <div className={styles.codeLine}>
      <Input
        ref={box}
        size="large"
        className={styles.codeBox}
        aria-label={codeLabels.either}
        placeholder={`扫描或输入${codeLabels.either}，按回车`}
        autoComplete="off"
        spellCheck={false}
        maxLength={votingLimits.markedCode.max}
        readOnly={isSending}
        value={entry.typed}
        onChange={(event) => onType(event.target.value)}
      />
      {entry.code === '' ? (
        <Button size="large" disabled={entry.typed.trim() === ''} onClick={onChoose}>
          确定
        </Button>
      ) : (
        <strong className={styles.paperPlace}>{place}</strong>
      )}
    </div>
  )
}

const looks = {
  same: { icon: <CheckCircleFilled aria-hidden />, style: styles.saidSame },
  sent: { icon: <CheckCircleFilled aria-hidden />, style: styles.saidAsk },
  different: { icon: <ExclamationCircleFilled aria-hidden />, style: styles.saidDifferent },
  ask: { icon: <ExclamationCircleFilled aria-hidden />, style: styles.saidAsk },
  refused: { icon: <CloseCircleFilled aria-hidden />, style: styles.saidRefused },
} as const satisfies Readonly<Record<Said['kind'], object>>

/** The outcome of the last paper, or a note about the current one; keeps its space, showing `idle` if there is nothing. */
export function SaidBand({ said, idle }: { readonly said: Said | null; readonly idle: string }) {
  const { icon, style } = said === null ? { icon: <ScanOutlined aria-hidden />, style: styles.saidNothing } : looks[said.kind]
  return (
    <div className={`${styles.said} ${style}`} role={said?.kind === 'refused' || said?.kind === 'different' ? 'alert' : 'status'} data-testid="said">
      {icon} <span>{said?.text ?? idle}</span>
    </div>
  )
}

/** The keys that answer a slot. */
export function AnswerKeys() {
  return (
    <span className={styles.keys}>
      <span>
        <kbd>1</kbd> 同意 <kbd>2</kbd> 反对 <kbd>3</kbd> 弃权
      </span>{' '}
      <span>
        <kbd>0</kbd> 未填或无效
      </span>
    </span>
  )
}
