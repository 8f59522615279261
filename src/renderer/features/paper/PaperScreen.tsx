import { Alert, Segmented, Radio, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Act } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useTabState } from '../../app-context/tab.ts'
import { formatCount } from '../../ui/numbers.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { useSavedFileActions } from '../../ui/useSavedFile.tsx'
import { useSelection } from '../../ui/useSelection.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { IssueDialog, type Issued } from './IssueDialog.tsx'
import { PaperTable } from './PaperTable.tsx'
import { PrintPapersDialog } from './PrintPapersDialog.tsx'
import { printResultWords } from './printWords.ts'
import type { ScanAction } from './scans.ts'
import { ScanPanel } from './ScanPanel.tsx'
import { usePaperActions, type Replaced } from './usePaperActions.ts'
import { usePaperPage, type PaperPage } from './usePaperPage.ts'
import type { PrintResult } from './usePaperPrint.ts'
import { useScans } from './useScans.ts'
import styles from './paper.module.css'
import { PAPER_STATES, paperStateNames, type PaperState, paperLimits, spoilReasons } from '#shared/features/paper/rules.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { UnitCascader } from '../delivery/parts/places/UnitCascader.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { balanceFigures, balanceInWords } from './balanceWords.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { paperMakingReads } from './paperReads.ts'

/** 选票管理 (`paper.md` section 4): printed ballots, from issue to return. */
export function PaperScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityPapers key={activity.id} activity={activity} />}</ActivityPage>
}

type View = 'list' | ScanAction
const views = [
  { value: 'list', label: '选票列表' },
  { value: 'out', label: '扫描发出' },
  { value: 'receive', label: '扫描收回' },
] as const satisfies readonly { readonly value: View; readonly label: string }[]

/** The result of the last action; shown until dismissed. */
type PaperResult =
  | { readonly kind: 'issued'; readonly of: Issued }
  | { readonly kind: 'replaced'; readonly of: Replaced }
  | { readonly kind: 'printed'; readonly of: PrintResult }

/** The papers in the print dialog: named ones, or null for those of a branch. */
interface ToPrint {
  readonly codes: readonly string[] | null
}

function ActivityPapers({ activity }: { readonly activity: Activity }) {
  const [view, setView] = useTabState<View>('paper.view', 'list')
  const [isIssuing, setIsIssuing] = useState(false)
  const [toPrint, setToPrint] = useState<ToPrint | null>(null)
  const [result, setResult] = useState<PaperResult | null>(null)
  const page = usePaperPage(activity.id)
  const selection = useSelection<ListedPaper>()
  const actions = usePaperActions(activity.id, selection, (of) => setResult({ kind: 'replaced', of }))
  const { sound, isSilent, toggle } = useSounds()
  const { scans, take } = useScans(activity.id, sound)
  const mayScan = useMay('paper.out')
  const shown = mayScan ? view : 'list'
  return (
    <PageFrame
      actions={
        <>
          {mayScan ? <SoundButton isSilent={isSilent} onToggle={toggle} /> : null}
          <SpoilAllButton activity={activity} />
          <Act call="paper.print" text="打印选票" reason={whyNot(activity.status, 'issuePapers')} onClick={() => setToPrint({ codes: null })} />
          <Act call="paper.issue" text="生成选票" type="primary" reason={whyNot(activity.status, 'issuePapers')} onClick={() => setIsIssuing(true)} />
        </>
      }
    >
      <BalanceStrip page={page} isListed={shown === 'list'}>
        {mayScan ? <Segmented<View> aria-label="选票登记方式" options={[...views]} value={shown} onChange={setView} /> : null}
      </BalanceStrip>
      {result === null ? null : <PaperResultAlert result={result} onPrint={setToPrint} onClose={() => setResult(null)} />}
      {shown === 'list' ? (
        <PaperTable
          activity={activity}
          filters={<PaperFilters activityId={activity.id} page={page} />}
          page={page}
          selection={selection}
          actions={actions}
          onIssue={() => setIsIssuing(true)}
          onPrint={(codes) => setToPrint({ codes })}
        />
      ) : (
        <ScanPanel key={shown} activity={activity} action={shown} scans={scans} onScan={take} />
      )}
      {isIssuing ? <IssueDialog activity={activity} onClose={() => setIsIssuing(false)} onIssued={(of) => setResult({ kind: 'issued', of })} /> : null}
      {toPrint === null ? null : (
        <PrintPapersDialog
          activity={activity}
          codes={toPrint.codes}
          picked={page.filters.picked}
          onClose={() => setToPrint(null)}
          onPrinted={(of) => setResult({ kind: 'printed', of })}
        />
      )}
    </PageFrame>
  )
}

interface PaperResultAlertProps {
  readonly result: PaperResult
  readonly onPrint: (toPrint: ToPrint) => void
  readonly onClose: () => void
}

/** The result of an action, with a button for the print that follows. */
function PaperResultAlert({ result, onPrint, onClose }: PaperResultAlertProps) {
  const printed = result.kind === 'printed' ? printResultWords(result.of) : null
  return (
    <Alert
      className="lead"
      data-testid="paper-result"
      type={printed?.isWhole === false ? 'warning' : 'success'}
      showIcon
      closable={{ 'aria-label': '关闭', onClose }}
      title={<PaperResultWords result={result} />}
      action={
        result.kind === 'printed' ? (
          <PrintedFileButtons file={result.of.file} />
        ) : (
          <Act
            call="paper.print"
            text={result.kind === 'replaced' ? '打印新选票' : '打印'}
            size="small"
            onClick={() => onPrint({ codes: result.kind === 'replaced' ? [result.of.newCode] : null })}
          />
        )
      }
    />
  )
}

/** Actions for the PDF, while the band is shown. */
function PrintedFileButtons({ file }: { readonly file: PrintResult['file'] }) {
  const actionsOf = useSavedFileActions()
  if (file === null) return null
  return (
    <Space>
      {actionsOf(file).map(({ label, act }) => (
        <Act key={label} text={label} size="small" onClick={act} />
      ))}
    </Space>
  )
}

function PaperResultWords({ result }: { readonly result: PaperResult }) {
  switch (result.kind) {
    case 'issued': {
      const { scope, count, skipped } = result.of
      return `${scope}：已生成 ${formatCount(count)} 份选票${skipped > 0 ? `，跳过 ${formatCount(skipped)} 票` : ''}`
    }
    case 'replaced': {
      const { place, ownerName, oldCode, newCode } = result.of
      return (
        <>
          {place} {ownerName}：选票 {oldCode} 已换发，新编号 <strong className={styles.code}>{newCode}</strong>
        </>
      )
    }
    case 'printed':
      return printResultWords(result.of).words
  }
}

/** The list's filters: words or part of a code, building or unit, and state. */
function PaperFilters({ activityId, page }: { readonly activityId: string; readonly page: PaperPage }) {
  const { query, filters, change, showAll } = page
  return (
    <SearchBox
      label="选票编号、房屋、姓名"
      value={filters.condition}
      onSearch={(condition) => change({ condition })}
      onReset={showAll}
      onRepeat={() => void query.refetch()}
      isSearching={query.isFetching}
    >
      <UnitCascader activityId={activityId} value={filters.picked} onChange={(picked) => change({ picked })} />
      <Radio.Group
        aria-label="选票状态"
        optionType="button"
        value={filters.state}
        options={[{ value: 'all', label: '全部' }, ...PAPER_STATES.map((state) => ({ value: state, label: paperStateNames[state] }))]}
        onChange={(event) => change({ state: event.target.value as PaperState | 'all' })}
      />
    </SearchBox>
  )
}

/** Colours of the figures most looked for. */
const looks: Partial<Readonly<Record<(typeof balanceFigures)[number]['key'], string>>> = {
  out: styles.figureOut,
  received: styles.figureReceived,
  spoiled: styles.figureSpoiled,
  voted: styles.figureVoted,
}

interface BalanceStripProps {
  readonly page: PaperPage
  /** True: the list stands below, which says it if neither could be had. */
  readonly isListed: boolean
  readonly children: ReactNode
}

/** How many papers are where: six numbers, and what received − voted is. */
function BalanceStrip({ page, isListed, children }: BalanceStripProps) {
  const { data, error, refetch } = page.balance
  if (!data) {
    const isToldBelow = error !== null && isListed && page.query.error !== null
    return (
      <div className="lead">
        {isToldBelow ? null : <Awaited of={{ error, refetch }} rows={3} isShort />}
        {children}
      </div>
    )
  }
  return (
    <section className="lead" aria-label="选票平衡">
      <dl className={styles.figures}>
        {balanceFigures.map(({ key, name, hint }) => (
          <div key={key} className={looks[key] ?? styles.figure} title={hint}>
            <dt>{name}</dt>
            <dd className="tabular">{formatCount(data[key])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.balanceLine}>
        {children}
        <p className={`${styles.balanceWords} tabular`} data-testid="balance-words">
          {data.printed === 0 ? `还没有生成选票，共 ${formatCount(data.unissued)} 票可以生成` : balanceInWords(data).join('；')}
        </p>
      </div>
    </section>
  )
}

/** 全部作废: before the start, and only if there are papers to spoil. */
function SpoilAllButton({ activity }: { readonly activity: Activity }) {
  const { ask } = useQuestions()
  const { data: balance } = useEndpoint('paper.balance', { query: { activityId: activity.id } })
  const spoilAll = useSend('paper.spoilAll', { refreshes: paperMakingReads, success: ({ spoiled }) => `已作废 ${formatCount(spoiled)} 份` })
  const live = balance ? balance.printed - balance.spoiled : 0
  if (stepRefusal(activity.status, 'spoilAllPapers') !== null || live === 0) return null
  const press = () =>
    ask({
      title: '确认作废全部选票吗?',
      detail: `“${activity.title}”的 ${formatCount(live)} 份选票全部作废，不能恢复，编号不再使用，已打印和已发出的纸张都不能再用。作废后可以修改活动，修改后须重新生成并发放选票。`,
      confirmText: '全部作废',
      isDangerous: true,
      reason: { ...paperLimits.reason, label: '作废原因', ready: spoilReasons },
      onConfirm: (reason) => spoilAll.send({ body: { activityId: activity.id, reason } }),
    })
  return <Act call="paper.spoilAll" text="全部作废" danger loading={spoilAll.isSending} onClick={press} />
}
