import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useMay } from '../../app-context/may.ts'
import { usePageTitle, useTabState } from '../../app-context/tab.ts'
import { formatCount } from '../../ui/numbers.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { ActivityLine } from '../activity/parts/ActivityLine.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { BalanceStrip } from './BalanceStrip.tsx'
import { IssueDialog, type Issued } from './IssueDialog.tsx'
import { PaperFilters } from './PaperFilters.tsx'
import { PaperTable } from './PaperTable.tsx'
import { PrintPapersDialog } from './PrintPapersDialog.tsx'
import { printResultWords } from './printWords.ts'
import { SpoilAllButton } from './SpoilAllButton.tsx'
import type { ScanAction } from './scans.ts'
import { ScanPanel } from './ScanPanel.tsx'
import { usePaperActions, type Replaced } from './usePaperActions.ts'
import { usePaperPage } from './usePaperPage.ts'
import type { PrintResult } from './usePaperPrint.ts'
import { useScans } from './useScans.ts'
import styles from './paper.module.css'

/** 选票管理 (`paper.md` section 4): the printed ballots from their issue to their return. */
export function PaperScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityPapers key={activity.id} activity={activity} />}</ActivityPage>
}

type View = 'list' | ScanAction
const views = [
  { value: 'list', label: '选票列表' },
  { value: 'out', label: '扫描发出' },
  { value: 'receive', label: '扫描收回' },
] as const satisfies readonly { readonly value: View; readonly label: string }[]

/** What was done last and has to be read: it stays until it is closed. */
type PaperResult =
  | { readonly kind: 'issued'; readonly of: Issued }
  | { readonly kind: 'replaced'; readonly of: Replaced }
  | { readonly kind: 'printed'; readonly of: PrintResult }

/** What the print dialog is open for: papers that were named, or null for those of a branch. */
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
      title={usePageTitle()}
      about={<ActivityLine activity={activity} />}
      actions={
        <>
          {mayScan ? <SoundButton isSilent={isSilent} onToggle={toggle} /> : null}
          <SpoilAllButton activity={activity} />
          <Allowed call="paper.print">
            <ReasonedButton reason={whyNot(activity.status, 'issuePapers')} onClick={() => setToPrint({ codes: null })}>
              打印选票
            </ReasonedButton>
          </Allowed>
          <Allowed call="paper.issue">
            <ReasonedButton type="primary" reason={whyNot(activity.status, 'issuePapers')} onClick={() => setIsIssuing(true)}>
              生成选票
            </ReasonedButton>
          </Allowed>
        </>
      }
    >
      <BalanceStrip activityId={activity.id} />
      {result === null ? null : <PaperResultAlert result={result} onPrint={setToPrint} onClose={() => setResult(null)} />}
      {mayScan ? <Segmented<View> className={styles.views} aria-label="选票登记方式" options={[...views]} value={shown} onChange={setView} /> : null}
      {shown === 'list' ? (
        <>
          <div className="page-filters">
            <PaperFilters activityId={activity.id} page={page} />
          </div>
          <PaperTable
            activity={activity}
            page={page}
            selection={selection}
            actions={actions}
            onIssue={() => setIsIssuing(true)}
            onPrint={(codes) => setToPrint({ codes })}
          />
        </>
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

/** What was done, and the print that comes next. */
function PaperResultAlert({ result, onPrint, onClose }: PaperResultAlertProps) {
  const printed = result.kind === 'printed' ? printResultWords(result.of) : null
  return (
    <Alert
      className={styles.resultAlert}
      data-testid="paper-result"
      type={printed?.isWhole === false ? 'warning' : 'success'}
      showIcon
      closable={{ 'aria-label': '关闭', onClose }}
      title={<PaperResultWords result={result} />}
      action={
        result.kind === 'printed' ? null : (
          <Allowed call="paper.print">
            <Button size="small" onClick={() => onPrint({ codes: result.kind === 'replaced' ? [result.of.newCode] : null })}>
              {result.kind === 'replaced' ? '打印新选票' : '打印'}
            </Button>
          </Allowed>
        )
      }
    />
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
