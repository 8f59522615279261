import { Select, Table } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { checkpointKindNames } from '#shared/features/journal/checkpoint.ts'
import { activityEventKindNames, MAX_EVENTS, type AskedMoment, type Between } from '#shared/features/journal/moments.ts'
import { TableHead } from '../../../../ui/TableHead.tsx'
import { useMay } from '../../../../app-context/may.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { Awaited } from '../../../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'
import { MomentField, UNREAD } from '../../../../ui/date/MomentField.tsx'
import { PaperCurve } from './PaperCurve.tsx'
import styles from './moments.module.css'

/** The figures, in display order. */
const rows = [
  ['totalCount', '票权数', formatCount],
  ['totalArea', '总面积(㎡)', formatArea],
  ['votedCount', '已投票', formatCount],
  ['votedArea', '已投票面积(㎡)', formatArea],
  ['markedCount', '已标记', formatCount],
  ['deliveredCount', '已送达票权', formatCount],
  ['voidCount', '累计作废', formatCount],
] as const

/** Two selected times, the figures at both, receipt of papers, and each action by name. */
export function MomentsComparison({ activity }: { readonly activity: Activity }) {
  const [now] = useState(() => Date.now())
  const [start] = useState<AskedMoment>({ at: activity.startsAt ?? now })
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState<AskedMoment>({ at: now })
  const checkpoints = useCheckpoints(activity.id)
  const { data, error, refetch } = useEndpoint('result.between', { query: { activityId: activity.id, from, to } }, { keepsPrevious: true })
  return (
    <div>
      <div className={styles.momentsChosen}>
        <ChosenMoment label="起始时刻" value={from} onChange={setFrom} otherwise={start} checkpoints={checkpoints} />
        <ChosenMoment label="截止时刻" value={to} onChange={setTo} otherwise={{ at: now }} checkpoints={checkpoints} />
      </div>
      {data && !error ? <Compared between={data} endsAt={activity.endsAt} /> : <Awaited of={{ error, refetch }} />}
    </div>
  )
}

/** Page size; an activity rarely has more than ten checkpoints. */
const MOST_CHECKPOINTS = 100

interface CheckpointChoice {
  /** The number of its entry. */
  readonly value: number
  readonly label: string
}

/** An activity's signed checkpoints, newest first; empty for users who may not see them. */
function useCheckpoints(activityId: string): readonly CheckpointChoice[] {
  const maySee = useMay('audit.checkpoints')
  const query = { activityId, pageNo: 1, pageSize: MOST_CHECKPOINTS }
  const { data } = useEndpoint('audit.checkpoints', { query }, { enabled: maySee })
  return (data?.rows ?? []).map(({ checkpoint: { number, kind, time } }) => ({ value: number, label: `${checkpointKindNames[kind]}（${time}）` }))
}

interface ChosenMomentProps {
  readonly label: string
  readonly value: AskedMoment
  readonly onChange: (moment: AskedMoment) => void
  /** The time to return to when no checkpoint is selected. */
  readonly otherwise: AskedMoment
  readonly checkpoints: readonly CheckpointChoice[]
}

/** A time to the second, in China standard time whatever the machine's zone, or a checkpoint. */
function ChosenMoment({ label, value, onChange, otherwise, checkpoints }: ChosenMomentProps) {
  const [isUnread, setIsUnread] = useState(false)
  return (
    <div className={styles.momentsField}>
      <label className={styles.momentsField}>
        <span>{label}</span>
        <MomentField
          label={label}
          precision="second"
          placeholder="按检查点"
          value={isUnread ? UNREAD : 'at' in value ? value.at : null}
          onChange={(moment) => {
            setIsUnread(moment === UNREAD)
            if (moment !== UNREAD && moment !== null) onChange({ at: moment })
          }}
        />
      </label>
      {checkpoints.length === 0 ? null : (
        <Select
          aria-label={`${label}的检查点`}
          className={styles.momentsCheckpoint}
          placeholder="或选检查点"
          allowClear
          value={'number' in value ? value.number : null}
          onChange={(number: number | undefined) => onChange(number === undefined ? otherwise : { number })}
          popupMatchSelectWidth={false}
          options={[...checkpoints]}
        />
      )}
    </div>
  )
}

function Compared({ between, endsAt }: { readonly between: Between; readonly endsAt: number | null }) {
  const { from, to, events, eventCount, curve } = between
  return (
    <>
      <table className={styles.momentsCounts}>
        <caption>两个时刻的数字</caption>
        <TableHead columns={['项目', formatTime(from.at ?? 0), formatTime(to.at ?? 0), '变化']} />
        <tbody>
          {rows.map(([name, label, format]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{format(from[name])}</td>
              <td>{format(to[name])}</td>
              <td>{changeInWords(to[name] - from[name], format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PaperCurve curve={curve} endsAt={endsAt} />
      <Table
        size="small"
        rowKey={(event) => events.indexOf(event)}
        dataSource={events}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: '这段时间没有操作' }}
        title={() => `这段时间的操作：共 ${formatCount(eventCount)} 项${eventCount > MAX_EVENTS ? `，列出前 ${formatCount(MAX_EVENTS)} 项` : ''}`}
        columns={[
          { title: '时间', dataIndex: 'at', width: 180, render: (at: number) => formatTime(at) },
          {
            title: '操作',
            dataIndex: 'kind',
            width: 110,
            render: (kind: keyof typeof activityEventKindNames) => activityEventKindNames[kind],
            filters: Object.entries(activityEventKindNames).map(([value, name]) => ({ value, text: name })),
            onFilter: (value, event) => event.kind === value,
          },
          { title: '房屋', dataIndex: 'place' },
          { title: '操作人', dataIndex: 'operator', width: 120 },
          { title: '原因', dataIndex: 'reason' },
        ]}
      />
    </>
  )
}

function changeInWords(change: number, format: (value: number) => string): string {
  if (change === 0) return '—'
  return change > 0 ? `+${format(change)}` : `−${format(-change)}`
}
