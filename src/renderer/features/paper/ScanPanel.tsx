import { CheckCircleFilled, CloseCircleFilled, ScanOutlined, UndoOutlined, WarningFilled } from '@ant-design/icons'
import { Alert, Input, type InputRef, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { isComposing } from '../../ui/composing.ts'
import { useScanner } from '../../ui/scanner/useScanner.ts'
import { scanWords, type Scan, type ScanAction } from './scans.ts'
import styles from './paper.module.css'
import { MomentField } from '../../ui/date/MomentField.tsx'

interface ScanPanelProps {
  readonly activity: Activity
  readonly action: ScanAction
  readonly scans: readonly Scan[]
  /** Registers a scanned or typed code. */
  readonly onScan: (text: string, action: ScanAction, receivedAt: number | null) => void
}

const MAX_CODE = 200
const stepOf = { out: 'handOutPapers', receive: 'receivePapers' } as const
const words = {
  out: { ask: '请扫描要发出的选票', button: '登记发出' },
  receive: { ask: '请扫描收回的选票', button: '登记收回' },
} as const

/** Registers papers by scanner or by hand, one per scan; shows the last in large type. Remounted for each action. */
export function ScanPanel({ activity, action, scans, onScan }: ScanPanelProps) {
  const [typed, setTyped] = useState('')
  const [receivedAt, setReceivedAt] = useState<number | null>(null)
  const box = useRef<InputRef>(null)
  const refusal = whyNot(activity.status, stepOf[action])
  const register = (text: string) => {
    if (refusal === null && text.trim() !== '') onScan(text, action, receivedAt)
  }
  const [isUnended, setIsUnended] = useState(false)
  const type = (text: string, wasScanned: boolean) => {
    setTyped(text)
    setIsUnended(wasScanned)
  }
  useScanner(
    (text) => {
      type('', false)
      register(text)
    },
    (text) => {
      type(text, true)
      box.current?.focus()
    },
  )
  useEffect(() => box.current?.focus(), [])
  const send = () => {
    register(typed)
    type('', false)
    box.current?.focus()
  }
  if (refusal !== null) return <Alert type="warning" showIcon title={refusal} />
  const ofAction = scans.filter((scan) => scan.action === action)
  return (
    <div className={styles.scan}>
      <div className={styles.scanMain}>
        <div className={styles.scanEntry}>
          <Input
            ref={box}
            size="large"
            aria-label="选票编号"
            placeholder="扫描选票上的二维码，或输入编号后按回车"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_CODE}
            value={typed}
            onChange={(event) => type(event.target.value, false)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event.nativeEvent)) send()
            }}
          />
          <Act text={words[action].button} size="large" onClick={send} />
        </div>
        {action === 'receive' ? <ReceiveTime endsAt={activity.endsAt} value={receivedAt} onChange={setReceivedAt} /> : null}
        {typed.trim() === '' ? (
          <ScanBand scan={ofAction[0]} ask={words[action].ask} />
        ) : (
          <WaitingBand
            words={isUnended ? '扫码枪没有发送回车或 Tab，还没有登记。请按回车登记，并把扫码枪的结束符设为回车' : '还没有登记，请按回车'}
            code={typed.trim()}
          />
        )}
      </div>
      <LastScans scans={ofAction} />
    </div>
  )
}

/** Grey: nothing registered yet. */
function WaitingBand({ words: sentence, code = '' }: { readonly words: string; readonly code?: string }) {
  return (
    <div className={styles.scanBandWaiting} role="status" data-testid="scan-band">
      <ScanOutlined aria-hidden className={styles.scanBandIcon} />
      <strong>{sentence}</strong>
      {code === '' ? null : <span className={styles.scanBandCode}>{code}</span>}
    </div>
  )
}

const looks = {
  waiting: { icon: <ScanOutlined aria-hidden />, band: styles.scanBandWaiting, row: styles.scanRow },
  done: { icon: <CheckCircleFilled aria-hidden />, band: styles.scanBandDone, row: styles.scanRowDone },
  undone: { icon: <UndoOutlined aria-hidden />, band: styles.scanBandWaiting, row: styles.scanRow },
  late: { icon: <WarningFilled aria-hidden />, band: styles.scanBandLate, row: styles.scanRowLate },
  refused: { icon: <CloseCircleFilled aria-hidden />, band: styles.scanBandRefused, row: styles.scanRowRefused },
} as const

/** The last scan in large type: whose paper, and the result. */
function ScanBand({ scan, ask }: { readonly scan: Scan | undefined; readonly ask: string }) {
  if (!scan) {
    return <WaitingBand words={ask} />
  }
  const { outcome, code } = scan
  const { icon, band } = looks[outcome.kind]
  const [place, ownerName] = outcome.kind === 'waiting' ? ['', ''] : [outcome.place, outcome.ownerName]
  return (
    <div key={scan.id} className={band} data-testid="scan-band" data-outcome={outcome.kind} role={outcome.kind === 'refused' ? 'alert' : 'status'}>
      <span className={styles.scanBandIcon}>{icon}</span>
      <strong>{scanWords(scan)}</strong>
      {ownerName === '' ? null : <span className={styles.scanBandOwner}>{ownerName}</span>}
      {place === '' ? null : <span className={styles.scanBandPlace}>{place}</span>}
      <span className={styles.scanBandCode}>{code}</span>
    </div>
  )
}

/** The scans since the screen was opened, newest first. */
function LastScans({ scans }: { readonly scans: readonly Scan[] }) {
  return (
    <section className={styles.scanLast} aria-label="最近扫描">
      <h2>最近扫描</h2>
      {scans.length === 0 ? (
        <p className={styles.scanLastNone}>扫过的选票会列在这里，最新的在上面</p>
      ) : (
        <ol>
          {scans.map((scan) => {
            const { id, at, code, outcome } = scan
            return (
              <li key={id} className={looks[outcome.kind].row}>
                <span className="tabular">{formatTime(at).slice(11)}</span>
                <span className={styles.code} title={code}>
                  {code}
                </span>
                <span>{outcome.kind === 'waiting' ? '' : `${outcome.place} ${outcome.ownerName}`.trim()}</span>
                <span className={styles.scanRowWords} title={scanWords(scan)}>
                  {scanWords(scan)}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

interface ReceiveTimeProps {
  /** End of voting, epoch ms; null if unknown. */
  readonly endsAt: number | null
  /** Receipt time of the next scans, epoch ms; null: the time of scanning. */
  readonly value: number | null
  readonly onChange: (receivedAt: number | null) => void
}

/** The receipt time: a ballot box is often opened after the end, and papers put in before are in time. In China standard time. */
function ReceiveTime({ endsAt, value, onChange }: ReceiveTimeProps) {
  const isTimeGiven = value !== null
  // Papers in a box were received by the end of voting at the latest.
  const proposed = () => Math.min(endsAt ?? Infinity, Date.now())
  return (
    <div className={styles.scanTime} role="group" aria-label="收回时间">
      <span>收回时间</span>
      <Radio.Group
        value={isTimeGiven}
        onChange={(event) => onChange(event.target.value === true ? proposed() : null)}
        options={[
          { value: false, label: '扫描时' },
          { value: true, label: '指定' },
        ]}
      />
      {isTimeGiven ? (
        <MomentField precision="minute" label="指定的收回时间" placeholder="请选择时间" isPast value={value} onChange={onChange} />
      ) : (
        <span className={styles.scanTimeHint}>截止后才开箱的选票，请指定实际收到的时间</span>
      )}
    </div>
  )
}
