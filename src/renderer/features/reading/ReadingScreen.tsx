import { Alert, Segmented } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus, type ActivityStep } from '#shared/features/activity/rules.ts'
import { useMay } from '../../app-context/may.ts'
import { useTabState } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { DifferencesPanel } from './DifferencesPanel.tsx'
import { SamplePanel } from './sample/SamplePanel.tsx'
import { ScanPanel, useScanJob } from './ScanPanel.tsx'
import { SecondEntryPanel } from './SecondEntryPanel.tsx'
import { secondEntryWords } from '../activity/parts/secondEntryWords.ts'
import styles from './reading.module.css'

type View = 'scan' | 'enter' | 'differences' | 'sample'
const steps = { scan: 'readPages', enter: 'enterReading', differences: 'settleReading', sample: 'sample' } as const satisfies Readonly<
  Record<View, ActivityStep>
>

/** 唱票读数 (`reading.md` section 7): reads papers again, and settles differences from the recorded votes. */
export function ReadingScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityReadings key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityReadings({ activity }: { readonly activity: Activity }) {
  // A finished vote can only be sampled.
  const [view, setView] = useTabState<View>('reading.view', activity.status === ActivityStatus.finished ? 'sample' : 'scan')
  const refetchInterval = useLiveInterval()
  const { data } = useEndpoint('reading.summary', { query: { activityId: activity.id } }, { refetchInterval })
  const job = useScanJob(activity.id)
  const { sound, isSilent, toggle } = useSounds()
  const [mayScan, mayEnter, maySettle] = [useMay('reading.page'), useMay('reading.enter'), useMay('reading.settle')]
  // Including those of samples.
  const open = useEndpoint('reading.differences', { query: { activityId: activity.id } }, { enabled: maySettle, refetchInterval })
  const different = open.data?.length ?? 0
  const views: readonly { readonly value: View; readonly label: string }[] = [
    ...(mayScan ? [{ value: 'scan', label: '扫描' } as const] : []),
    ...(mayEnter ? [{ value: 'enter', label: '复录' } as const] : []),
    ...(maySettle ? [{ value: 'differences', label: different === 0 ? '差异' : `差异 ${different}` } as const] : []),
    { value: 'sample', label: '抽票' },
  ]
  const shown = views.some(({ value }) => value === view) ? view : 'sample'
  // Differences found by a sample are settled after the end, too.
  const step = shown === 'differences' && activity.status === ActivityStatus.finished ? 'sample' : steps[shown]
  const refusal = whyNot(activity.status, step)
  return (
    <PageFrame isFilling actions={<SoundButton isSilent={isSilent} onToggle={toggle} />}>
      <div className={styles.place}>
        <div className={styles.head}>
          <Segmented<View> aria-label="读数" options={[...views]} value={shown} onChange={setView} />
          <span className="tabular" data-testid="second-entries">
            {data ? secondEntryWords(data.second) : ''}
          </span>
        </div>
        {refusal === null ? null : <Alert type="info" showIcon title={refusal} />}
        {refusal === null && shown === 'scan' ? <ScanPanel activity={activity} job={job} /> : null}
        {refusal === null && shown === 'enter' ? <SecondEntryPanel activity={activity} sound={sound} /> : null}
        {refusal === null && shown === 'differences' ? <DifferencesPanel activity={activity} /> : null}
        {refusal === null && shown === 'sample' ? <SamplePanel activity={activity} sound={sound} /> : null}
      </div>
    </PageFrame>
  )
}
