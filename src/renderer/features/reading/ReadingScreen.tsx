import { Alert, Segmented } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useMay } from '../../app-context/may.ts'
import { usePageTitle, useTabState } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { DifferencesPanel } from './DifferencesPanel.tsx'
import { SecondEntryPanel } from './SecondEntryPanel.tsx'
import { secondEntryWords } from '../activity/parts/secondEntryWords.ts'
import styles from './reading.module.css'

type View = 'enter' | 'differences'

/** 唱票读数 (`reading.md` section 7): papers are read again, and what differs from the votes on record is settled. */
export function ReadingScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityReadings key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityReadings({ activity }: { readonly activity: Activity }) {
  const [view, setView] = useTabState<View>('reading.view', 'enter')
  const refetchInterval = useLiveInterval()
  const { data } = useEndpoint('reading.summary', { query: { activityId: activity.id } }, { errors: 'caller', refetchInterval })
  const { sound, isSilent, toggle } = useSounds()
  const maySettle = useMay('reading.settle')
  const shown = maySettle ? view : 'enter'
  const different = data?.second.different ?? 0
  const refusal = whyNot(activity.status, 'enterReading')
  const views = [
    { value: 'enter', label: '复录' },
    { value: 'differences', label: different === 0 ? '差异' : `差异 ${different}` },
  ] as const satisfies readonly { readonly value: View; readonly label: string }[]
  return (
    <PageFrame isFilling title={usePageTitle()} actions={<SoundButton isSilent={isSilent} onToggle={toggle} />}>
      <div className={styles.place}>
        <div className={styles.head}>
          {maySettle ? <Segmented<View> aria-label="读数" options={[...views]} value={shown} onChange={setView} /> : null}
          <span className="tabular" data-testid="second-entries">
            {data ? secondEntryWords(data.second) : ''}
          </span>
        </div>
        {refusal === null ? null : <Alert type="info" showIcon title={refusal} />}
        {refusal !== null ? null : shown === 'enter' ? <SecondEntryPanel activity={activity} sound={sound} /> : <DifferencesPanel activity={activity} />}
      </div>
    </PageFrame>
  )
}
