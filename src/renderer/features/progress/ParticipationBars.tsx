import { Skeleton } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { needsRuleBasis } from '#shared/features/activity/rules.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../widgets/FailureState.tsx'
import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { missing, missingInWords } from './quorum.ts'
import { useLiveInterval } from './useLiveInterval.ts'

/** How much has voted, by heads and by area, against the 2/3 line; what is missing stands beside it in words. */
export function ParticipationBars({ activity }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: activity.id } }, { errors: 'caller', refetchInterval })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const lacking = missing(data)
  return (
    <div className="participation" role="group" aria-label="参与情况">
      <Bar
        name="人数"
        rate={data.votedCountRate}
        isReached={data.totalCount > 0 && lacking.count === 0}
        figures={`${formatCount(data.votedCount)} / ${formatCount(data.totalCount)} 户`}
      />
      <Bar
        name="面积"
        rate={data.votedAreaRate}
        isReached={data.totalCount > 0 && lacking.areaHundredths === 0}
        figures={`${formatArea(data.votedAreaHundredths)} / ${formatArea(data.totalAreaHundredths)} ㎡`}
      />
      <p className="participation-missing">
        <strong>{missingInWords(data)}</strong>
        {needsRuleBasis(activity.countingRule) ? <span>本活动的计票方式还计入已送达未投票的票权，是否达到 2/3 以统计结果为准</span> : null}
      </p>
    </div>
  )
}

interface BarProps {
  readonly name: string
  /** In percent. */
  readonly rate: number
  readonly isReached: boolean
  readonly figures: string
}

function Bar({ name, rate, isReached, figures }: BarProps) {
  return (
    <div className="participation-bar">
      <span className="participation-name">{name}</span>
      <div
        className="participation-track"
        role="progressbar"
        aria-label={`已投票${name}`}
        aria-valuenow={rate}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${figures}，${rate.toFixed(2)}%`}
      >
        <div className={`participation-fill${isReached ? ' participation-reached' : ''}`} style={{ width: `${rate}%` }} />
        <span className="participation-tick" title="三分之二" aria-hidden>
          2/3
        </span>
      </div>
      <span className="participation-rate tabular">{rate.toFixed(2)}%</span>
      <span className="participation-figures tabular">{figures}</span>
    </div>
  )
}
