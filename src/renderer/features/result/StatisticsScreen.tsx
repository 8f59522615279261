import { Alert, Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { differenceInWords, knownInWords } from '#shared/features/journal/replay.ts'
import { stateFieldName } from '#shared/features/journal/stateFields.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act } from '../../app-context/Act.tsx'
import { askServer } from '../../bridge/bridge.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { useJobDownload } from '../job/parts/useJob.tsx'
import { Dropdown } from '../../ui/popups.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../ui/print/usePrintJob.tsx'
import { TurnoutBars } from '../activity/parts/turnout/TurnoutBars.tsx'
import { CorrectedSheet } from '../objection/parts/CorrectedSheet.tsx'
import { BundleButton } from './BundleButton.tsx'
import { suggestedName } from './figures.ts'
import { ResultPaper } from './ResultPaper.tsx'
import { VerdictSheet } from './VerdictSheet.tsx'
import styles from './result.module.css'
import { useSend } from '../../bridge/useSend.ts'
import { formatCount } from '../../ui/numbers.ts'
import { KnownDialog } from './parts/KnownDialog.tsx'

/** 表决结果 (`console.md` section 2, Statistics). */
export function StatisticsScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityStatistics activity={activity} />}</ActivityPage>
}

function ActivityStatistics({ activity }: { readonly activity: Activity }) {
  const query = useEndpoint('result.progress', { query: { activityId: activity.id } })
  // Another client may end the vote meanwhile: the enclosing page shows the same cache entry.
  const about = useEndpoint('activity.get', { query: { id: activity.id } })
  const { data, error } = query
  const reason = reasonWithout(data, error !== null)
  /** Status first: figures shown as the result must be fetched after the end. */
  const refresh = async () => {
    await about.refetch()
    await query.refetch()
  }
  const printing = usePrintJob({
    name: `${activity.estateName}_${activity.title}_表决结果`,
    // Status first: what is printed as the result must be counted after the end.
    prepare: async () => ({
      activity: await askServer('activity.get', { query: { id: activity.id } }),
      statistics: await askServer('result.progress', { query: { activityId: activity.id } }),
    }),
    render: (content) => <ResultPaper {...content} />,
  })
  return (
    <PageFrame
      actions={
        <>
          <Act text="刷新" className="steady-button" loading={query.isFetching || about.isFetching} onClick={() => void refresh()} />
          <Act call="sensitivity.get" text="体检" to={activityPaths.sensitivity(activity)} />
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
      {data ? <Figures activity={activity} statistics={data} /> : <Awaited of={{ error, refetch: refresh }} rows={10} />}
    </PageFrame>
  )
}

const stageInWords = ({ stage }: JobProgress): string => (stage === 'writing' ? '正在写入各工作表，并与程序的统计逐项核对…' : '正在读取票权和投票记录…')

interface ReportButtonProps {
  readonly activity: Activity
  /** Why there is nothing to report, as a message; null if there is. */
  readonly reason: string | null
}

/** 生成报告: asks for the location, shows progress, can be cancelled, and saves the file. */
function ReportButton({ activity, reason }: ReportButtonProps) {
  const { save, isRunning, dialog } = useJobDownload({ title: '正在生成报告', words: stageInWords }, '报告已保存')
  const make = (edition: '' | 'public') => {
    const ending = edition === 'public' ? '_公示版.xlsx' : '.xlsx'
    return save((jobId) => ({
      endpoint: 'result.report',
      input: { query: { activityId: activity.id, edition, jobId } },
      suggestedName: suggestedName(activity.estateName, activity.title, new Date(), ending),
    }))
  }
  if (reason !== null && !isRunning) {
    return <Act text="生成报告" type="primary" reason={reason} />
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'full', label: '完整报告（归档用，含业主信息）', onClick: () => void make('') },
            { key: 'public', label: '公示版（不含姓名、手机、证件）', onClick: () => void make('public') },
          ],
        }}
      >
        <Button type="primary" loading={isRunning}>
          生成报告
        </Button>
      </Dropdown>
      {dialog}
    </>
  )
}

/** Why there is nothing to print or report; null if there is. */
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

/** How long a check of records against the journal is reused (ms; `proof.md` section 2). */
const SHOWN_FOR = 5 * 60_000
/** Maximum number of differences listed initially. */
const SHOWN = 5

/** Above the result: differences between an activity's records and the journal; nothing if there are none. */
function JournalBand({ activityId }: { readonly activityId: string }) {
  const { data } = useEndpoint('result.verify', { query: { activityId } }, { staleTime: SHOWN_FOR, refetchInterval: SHOWN_FOR })
  if (!data || data.differenceCount === 0) return null
  return <Differences activityId={activityId} checked={data} />
}

function Differences({ activityId, checked }: { readonly activityId: string; readonly checked: AnswerOf<'result.verify'> }) {
  const { differences, differenceCount, known, names } = checked
  const [isAll, setIsAll] = useState(false)
  const [isAccepting, setIsAccepting] = useState(false)
  const accept = useSend('result.acceptDifferences', { refreshes: ['result.verify'], success: '已说明' })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const shown = isAll ? differences : differences.slice(0, SHOWN)
  const title = `投票记录与操作日志不一致，共 ${formatCount(differenceCount)} 处`
  return (
    <Alert
      className={styles.journalBand}
      type={known ? 'warning' : 'error'}
      showIcon
      title={title}
      description={
        <>
          <p>
            {known
              ? `${knownInWords(known)}。报告首页会列出这些差异。`
              : '数据可能被绕过本程序改动过。查清以前不能结束投票，也不能生成报告；请核对纸质选票，并联系系统管理员。'}
          </p>
          <ul>
            {shown.map((difference) => (
              <li key={`${difference.kind} ${difference.id} ${difference.field}`}>
                {differenceInWords(difference, nameOf.get(difference.id) ?? '', stateFieldName)}
              </li>
            ))}
          </ul>
          {differences.length > shown.length ? (
            <Button type="link" onClick={() => setIsAll(true)}>
              显示前 {differences.length} 处
            </Button>
          ) : null}
          {known ? null : <Act call="result.acceptDifferences" text="说明为已知差异…" onClick={() => setIsAccepting(true)} />}
          <KnownDialog
            title="说明为已知差异"
            about={`只对现在的 ${formatCount(differenceCount)} 处差异有效，再有新的差异须重新说明。`}
            ready={READY}
            isOpen={isAccepting}
            onSubmit={async (reason) => (await accept.send({ body: { activityId, reason } })).ok}
            onClose={() => setIsAccepting(false)}
          />
        </>
      }
    />
  )
}

const READY = ['已核对纸质选票，以现有记录为准', '恢复旧备份所致', '由技术人员更正录入错误'] as const
