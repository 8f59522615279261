import { DatePicker, Skeleton, Table } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { formatTime, parseTime } from '#shared/contract/values.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { actKindNames, MAX_ACTS, type Between } from '#shared/features/audit/moments.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { FailureState } from '../../../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'
import { PaperCurve } from './PaperCurve.tsx'
import './moments.css'

const WRITTEN = 'YYYY-MM-DD HH:mm:ss'
/** The counts of a moment, in the order in which they are shown. */
const rows = [
  ['totalCount', '票权数', formatCount],
  ['totalArea', '总面积（㎡）', formatArea],
  ['votedCount', '已投票', formatCount],
  ['votedArea', '已投票面积（㎡）', formatArea],
  ['markedCount', '已标记', formatCount],
  ['deliveredCount', '已送达票权', formatCount],
  ['voidCount', '累计作废', formatCount],
] as const

/** Two moments to choose, the counts at both, when papers came in, and each act by name. */
export function MomentsComparison({ activity }: { readonly activity: Activity }) {
  const [now] = useState(() => Date.now())
  const [from, setFrom] = useState(activity.startsAt ?? now)
  const [to, setTo] = useState(now)
  const { data, error, refetch } = useEndpoint(
    'result.between',
    { query: { activityId: activity.id, from: { at: from }, to: { at: to } } },
    { errors: 'caller', keepsPrevious: true },
  )
  return (
    <div className="moments">
      <div className="moments-chosen">
        <MomentField label="起始时刻" value={from} onChange={setFrom} />
        <MomentField label="截止时刻" value={to} onChange={setTo} />
      </div>
      {error ? (
        <FailureState sentence={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Compared between={data} endsAt={activity.endsAt} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  )
}

interface MomentFieldProps {
  readonly label: string
  /** Epoch ms. */
  readonly value: number
  readonly onChange: (moment: number) => void
}

/** A moment to the second, in China standard time whatever the machine's zone. */
function MomentField({ label, value, onChange }: MomentFieldProps) {
  return (
    <label className="moments-field">
      <span>{label}</span>
      <DatePicker
        aria-label={label}
        format={WRITTEN}
        showTime
        showNow={false}
        needConfirm={false}
        allowClear={false}
        value={dayjs(formatTime(value))}
        onChange={(moment) => {
          const chosen = moment === null ? null : parseTime(moment.format(WRITTEN))
          if (chosen !== null) onChange(chosen)
        }}
      />
    </label>
  )
}

function Compared({ between, endsAt }: { readonly between: Between; readonly endsAt: number | null }) {
  const { from, to, acts, actCount, curve } = between
  return (
    <>
      <table className="moments-counts">
        <caption>两个时刻的数字</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{formatTime(from.at ?? 0)}</th>
            <th scope="col">{formatTime(to.at ?? 0)}</th>
            <th scope="col">变化</th>
          </tr>
        </thead>
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
        className="moments-acts"
        size="small"
        rowKey={(act) => acts.indexOf(act)}
        dataSource={acts}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: '这段时间没有操作' }}
        title={() => `这段时间的操作：共 ${formatCount(actCount)} 项${actCount > MAX_ACTS ? `，列出前 ${formatCount(MAX_ACTS)} 项` : ''}`}
        columns={[
          { title: '时间', dataIndex: 'at', width: 180, render: (at: number) => formatTime(at) },
          {
            title: '操作',
            dataIndex: 'kind',
            width: 110,
            render: (kind: keyof typeof actKindNames) => actKindNames[kind],
            filters: Object.entries(actKindNames).map(([value, name]) => ({ value, text: name })),
            onFilter: (value, act) => act.kind === value,
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
