import { Alert, Button, Space } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { extensionInWords } from '../activity/parts/ExtendedTag.tsx'
import { StoredDocument } from '../file/parts/attachments/StoredDocument.tsx'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Popover } from '../../ui/popups.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { type DeskMode, deskModes, modeAdvice, modeRefusal, modeWords } from './modes.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { minutesOf } from '../../ui/moments.ts'
import styles from './desk.module.css'

const minutes = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

/** The activity's full details, on demand. */
export function ActivityDetails({ activity }: { readonly activity: Activity }) {
  return (
    <Popover trigger="click" placement="bottomRight" content={<Details activity={activity} />} destroyOnHidden>
      <Button>活动详情</Button>
    </Popover>
  )
}

function Details({ activity: { title, estateName, startsAt, endsAt, extensions, summary, detail, pictures, files } }: { readonly activity: Activity }) {
  return (
    <dl className={styles.facts}>
      <dt>活动标题</dt>
      <dd>{title}</dd>
      <dt>小区</dt>
      <dd>{estateName}</dd>
      <dt>开始时间</dt>
      <dd className="tabular">{minutes(startsAt)}</dd>
      <dt>结束时间</dt>
      <dd className="tabular">{minutes(endsAt)}</dd>
      {extensions.length === 0 ? null : (
        <>
          <dt>延期</dt>
          <dd className="tabular">{extensions.map(extensionInWords).join('；')}</dd>
        </>
      )}
      <dt>活动简介</dt>
      <dd className={styles.activityText}>{summary === '' ? '无' : summary}</dd>
      <dt>活动详情</dt>
      <dd className={styles.activityText}>{detail === '' ? '无' : detail}</dd>
      <dt>图片</dt>
      <dd>{pictures.length === 0 ? '无' : <StoredPictures paths={pictures} label="活动图片" />}</dd>
      <dt>附件</dt>
      <dd>{files.length === 0 ? '无' : files.map((file) => <StoredDocument key={file.url} document={file} />)}</dd>
    </dl>
  )
}

/** Polling interval (ms): other desks' votes are not shown one by one. */
const INTERVAL_MS = 15_000

/** The user's entries today, and the activity's progress across all desks. */
export function DeskCounter({ activityId }: { readonly activityId: string }) {
  const refetchInterval = useLiveInterval(INTERVAL_MS)
  const { data } = useEndpoint('voting.deskCounts', { query: { activityId } }, { refetchInterval })
  if (!data) return null
  return (
    <p className={`${styles.counter} tabular`} aria-label="录入进度">
      <span title="您今天在这个活动中登记的投票、唱票和标记">
        今日已录 <b>{formatCount(data.todayCount)}</b>
      </span>
      <span>
        本活动已投 <b>{formatCount(data.votedCount)}</b> / 总 {formatCount(data.ballotCount)}
      </span>
    </p>
  )
}

interface ModeSwitchProps {
  readonly mode: DeskMode
  readonly status: ActivityStatus
  /** The voting time is over: no more marks. */
  readonly isVotingClosed: boolean
  readonly onChoose: (mode: DeskMode) => void
}

/** 标记 | 投票 | 唱票; modes that the activity's status forbids show the reason. */
export function ModeSwitch({ mode, status, isVotingClosed, onChoose }: ModeSwitchProps) {
  return (
    <Space.Compact role="group" aria-label="模式">
      {deskModes.map((one) => (
        <ReasonedButton
          key={one}
          type={one === mode ? 'primary' : 'default'}
          aria-pressed={one === mode}
          // The current mode stays enabled if it becomes impossible; the page shows why.
          reason={one === mode ? null : (whyNot(status, one) ?? (isVotingClosed && one === 'mark' ? '投票时间已结束，不能再标记' : null))}
          onClick={() => onChoose(one)}
        >
          {modeWords[one].name}
        </ReasonedButton>
      ))}
    </Space.Compact>
  )
}

interface ModeWarningProps {
  readonly mode: DeskMode
  readonly activity: Activity
  /** Why nothing can be submitted in the current mode. */
  readonly refusal: string
  readonly onChoose: (mode: DeskMode) => void
}

/** Shows why nothing can be submitted in the current mode and what to do, and offers a mode that works. */
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

interface OverNoticeProps {
  readonly mode: DeskMode
  readonly endsAt: number | null
  readonly onChoose: (mode: DeskMode) => void
}

/** The voting time is over but the activity still accepts votes: which papers may still be entered, and how. */
export function OverNotice({ mode, endsAt, onChoose }: OverNoticeProps) {
  const over = `投票时间已于 ${minutesOf(endsAt)} 结束`
  if (mode === 'cast') {
    const late = '在这之前收到的选票仍可录入：已登记收回的按收回时间，其他的请填写“收到时间”，报告中会注明“截止后录入”'
    return <Alert className={styles.note} data-testid="note" type="warning" showIcon title={`${over}。${late}`} />
  }
  return (
    <Alert
      className={styles.note}
      data-testid="note"
      type="warning"
      showIcon
      title={`${over}，不能再${modeWords[mode].name}。在这之前收到的选票，请用“${modeWords.cast.name}”录入`}
      action={
        <Button size="small" type="primary" onClick={() => onChoose('cast')}>
          改为{modeWords.cast.name}
        </Button>
      }
    />
  )
}
