import { Button, Skeleton } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityLine } from '../../widgets/ActivityLine.tsx'
import { ActivityPage } from '../../widgets/ActivityPage.tsx'
import { FailureState } from '../../widgets/FailureState.tsx'
import { PageFrame } from '../../widgets/PageFrame.tsx'
import { TurnoutBars } from '../../widgets/turnout/TurnoutBars.tsx'
import { ConclusionStrip } from './ConclusionStrip.tsx'
import { judgedOf } from './figures.ts'
import { JudgedCard } from './JudgedCard.tsx'
import { PrintButton } from './PrintButton.tsx'
import { ReportButton } from './ReportButton.tsx'
import './result.css'

const TITLE = '表决结果'

/** 表决结果 (`console.md` section 2, Statistics). */
export function StatisticsScreen() {
  return (
    <ActivityPage title={TITLE} parameters={['estateid']}>
      {(activity) => <ActivityStatistics activity={activity} />}
    </ActivityPage>
  )
}

function ActivityStatistics({ activity }: { readonly activity: Activity }) {
  const query = useEndpoint('result.progress', { query: { activityId: activity.id } }, { errors: 'caller' })
  const { data } = query
  return (
    <PageFrame
      title={TITLE}
      about={<ActivityLine activity={activity} />}
      actions={
        <>
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            刷新
          </Button>
          <PrintButton activity={activity} />
          <ReportButton activity={activity} />
        </>
      }
    >
      {activity.status === 3 ? null : (
        <p className="result-draft">
          <span>过程数据，投票结束前不作为表决结论</span>
        </p>
      )}
      {data ? (
        <>
          <TurnoutBars turnout={data} countingRule={activity.countingRule} />
          <ConclusionStrip judged={judgedOf(data)} whole={{ count: data.totalCount, areaHundredths: data.totalAreaHundredths }} />
          {judgedOf(data).map((judged) => (
            <JudgedCard key={judged.id} judged={judged} />
          ))}
        </>
      ) : query.error ? (
        <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </PageFrame>
  )
}
