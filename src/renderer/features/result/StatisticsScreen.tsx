import { Button, Skeleton } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useNavigate } from '../../app-context/navigation.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { askServer } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../ui/print/usePrintJob.tsx'
import { TurnoutBars } from '../activity/parts/turnout/TurnoutBars.tsx'
import { CorrectedSheet } from '../objection/parts/CorrectedSheet.tsx'
import { BundleButton } from './BundleButton.tsx'
import { JournalBand } from './JournalBand.tsx'
import { ReportButton } from './ReportButton.tsx'
import { ResultPaper } from './ResultPaper.tsx'
import { VerdictSheet } from './VerdictSheet.tsx'
import styles from './result.module.css'

/** 表决结果 (`console.md` section 2, Statistics). */
export function StatisticsScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityStatistics activity={activity} />}</ActivityPage>
}

function ActivityStatistics({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  const query = useEndpoint('result.progress', { query: { activityId: activity.id } }, { errors: 'caller' })
  // Another program may end the vote meanwhile: the page around shows what is in the same place of the cache.
  const about = useEndpoint('activity.get', { query: { id: activity.id } }, { errors: 'caller' })
  const { data, error } = query
  const reason = reasonWithout(data, error !== null)
  /** The status first: figures that are shown as the result were asked for after the end. */
  const refresh = async () => {
    await about.refetch()
    await query.refetch()
  }
  const printing = usePrintJob({
    name: `${activity.estateName}_${activity.title}_表决结果`,
    // The status first: what is printed as the result was counted after the end.
    prepare: async () => ({
      activity: await askServer('activity.get', { query: { id: activity.id } }),
      statistics: await askServer('result.progress', { query: { activityId: activity.id } }),
    }),
    render: (content) => <ResultPaper {...content} />,
  })
  return (
    <PageFrame
      title={usePageTitle()}
      actions={
        <>
          <Button className="steady-button" loading={query.isFetching || about.isFetching} onClick={() => void refresh()}>
            刷新
          </Button>
          <Allowed call="sensitivity.get">
            <Button onClick={() => navigate(activityPaths.sensitivity(activity))}>体检</Button>
          </Allowed>
          <PrintButtons printing={printing} reason={reason} />
          <Allowed call="evidence.bundle">
            <BundleButton activity={activity} />
          </Allowed>
          <Allowed call="result.report">
            <ReportButton activity={activity} reason={reason} />
          </Allowed>
        </>
      }
    >
      <JournalBand activityId={activity.id} />
      {data ? (
        <Figures activity={activity} statistics={data} />
      ) : error ? (
        <FailureState sentence={error.message} onRetry={() => void refresh()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </PageFrame>
  )
}

/** Why there is nothing to print or to report; null if there is. */
function reasonWithout(statistics: Statistics | undefined, isFailing: boolean): string | null {
  if (statistics) return statistics.totalCount === 0 ? '票权清册是空的，没有可以打印或保存的数字' : null
  return isFailing ? '数字没有读取成功，请先点“重试”' : '正在读取数字，请稍候'
}

function Figures({ activity, statistics }: { readonly activity: Activity; readonly statistics: Statistics }) {
  if (statistics.totalCount === 0) return <EmptyRoster activity={activity} />
  const isFinished = activity.status === ActivityStatus.finished
  return (
    <>
      {isFinished ? null : (
        <p className={styles.resultDraft}>
          <span>过程数据，投票结束前不作为表决结论</span>
        </p>
      )}
      <TurnoutBars turnout={statistics} countingRule={activity.countingRule} />
      {isFinished ? <CorrectedSheet activity={activity} official={statistics} /> : null}
      <VerdictSheet activity={activity} statistics={statistics} isFinished={isFinished} />
    </>
  )
}
