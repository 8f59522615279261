import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { DrawnSample, Sample } from '#shared/features/sample/contract.ts'
import { SampleMode, sampleModeNames, SampleState } from '#shared/features/sample/rules.ts'
import { useMay } from '../../../app-context/may.ts'
import { useTabState } from '../../../app-context/tab.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { minutesOf } from '../../../ui/moments.ts'
import type { Sound } from '../../../ui/scanner/sounds.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import { AskStep } from './AskStep.tsx'
import { DiceStep, ListStep } from './DrawSteps.tsx'
import { EndStep } from './EndStep.tsx'
import { FetchList } from './FetchList.tsx'
import { OpenForm } from './OpenForm.tsx'
import { ReadStep } from './ReadStep.tsx'
import { openSteps, sampleSteps, stateOfSample, stepOf, type SampleStep } from './sampleWords.ts'
import reading from '../reading.module.css'
import styles from './sample.module.css'

interface SamplePanelProps {
  readonly activity: Activity
  readonly sound: (which: Sound) => void
}

/** Polling interval (ms) for other desks' readings and draws; a sample's status is expensive for the server. */
const INTERVAL = 8_000
/** Stands for the id of a sample to be created. */
const NEW = 'new'

/** 抽票: tests by sampling whether papers or owners can overturn an outcome, in five steps; all samples stay listed. */
export function SamplePanel({ activity, sound }: SamplePanelProps) {
  const mayOpen = useMay('sample.open')
  const [chosen, setChosen] = useTabState('reading.sample', '')
  const refetchInterval = useLiveInterval(INTERVAL)
  const query = { query: { activityId: activity.id } }
  const { data, error, refetch } = useEndpoint('sample.list', query, { refetchInterval })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  const newest = data.at(-1)
  const shown = data.some(({ id }) => id === chosen) || (chosen === NEW && mayOpen) ? chosen : (newest?.id ?? (mayOpen ? NEW : ''))
  return (
    <div className={styles.panel}>
      <div className={styles.main}>
        {shown === NEW ? (
          <>
            <StepBar step="lock" open={['lock']} onLook={() => undefined} />
            <OpenForm activity={activity} onOpened={setChosen} />
          </>
        ) : shown === '' ? (
          <EmptyState text="还没有抽样；由活动负责人锁定清单后开始" />
        ) : (
          <OneSample key={shown} activity={activity} sampleId={shown} sound={sound} />
        )}
      </div>
      <SampleList samples={data} shown={shown} mayOpen={mayOpen} onChoose={setChosen} />
    </div>
  )
}

interface SampleListProps {
  readonly samples: readonly Sample[]
  readonly shown: string
  readonly mayOpen: boolean
  readonly onChoose: (id: string) => void
}

/** All samples of the vote, including closed ones. */
function SampleList({ samples, shown, mayOpen, onChoose }: SampleListProps) {
  return (
    <section className={reading.due} aria-label="历次抽样">
      <h2>历次抽样</h2>
      {samples.length === 0 ? <EmptyState text="还没有抽样" /> : null}
      <ol>
        {samples.map((sample) => {
          const { id, number, mode, risk, openedAt } = sample
          const { name, tone } = stateOfSample(sample)
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === shown} onClick={() => onChoose(id)}>
                <span>
                  第{number}次 <StateTag tone={tone}>{name}</StateTag>
                </span>
                <span>
                  {sampleModeNames[mode]} {risk}% <span className="tabular">{minutesOf(openedAt)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {mayOpen ? (
        <div className={styles.print}>
          <Button block type={shown === NEW ? 'default' : 'dashed'} disabled={shown === NEW} onClick={() => onChoose(NEW)}>
            新抽样
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface OneSampleProps extends SamplePanelProps {
  readonly sampleId: string
}

function OneSample({ activity, sampleId, sound }: OneSampleProps) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data, error, refetch } = useEndpoint('sample.get', { query: { id: sampleId } }, { refetchInterval })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  return <Steps activity={activity} sample={data} sound={sound} />
}

/** One step at a time: the due one, or an earlier one being viewed. */
function Steps({ activity, sample, sound }: SamplePanelProps & { readonly sample: DrawnSample }) {
  const due = stepOf(sample)
  const [looked, setLooked] = useState<{ readonly at: SampleStep; readonly whenDue: SampleStep } | null>(null)
  const open = openSteps(sample)
  const step = looked !== null && looked.whenDue === due && open.includes(looked.at) ? looked.at : due
  const look = (at: SampleStep) => setLooked({ at, whenDue: due })
  return (
    <>
      <StepBar step={step} open={open} onLook={look} />
      {step === 'list' ? <ListStep activity={activity} sample={sample} onNext={() => look('dice')} /> : null}
      {step === 'dice' ? <DiceStep sample={sample} /> : null}
      {step === 'read' ? <Checking activity={activity} sample={sample} sound={sound} /> : null}
      {step === 'end' ? <EndStep activity={activity} sample={sample} /> : null}
    </>
  )
}

interface StepBarProps {
  readonly step: SampleStep
  /** The steps that can be viewed. */
  readonly open: readonly SampleStep[]
  readonly onLook: (step: SampleStep) => void
}

function StepBar({ step, open, onLook }: StepBarProps) {
  const steps = Object.keys(sampleSteps) as SampleStep[]
  return (
    <Segmented<SampleStep>
      aria-label="抽样步骤"
      className={styles.steps ?? ''}
      options={steps.map((key, index) => ({ value: key, label: `${index + 1} ${sampleSteps[key]}`, disabled: !open.includes(key) }))}
      value={step}
      onChange={onLook}
    />
  )
}

/** Reading papers or asking owners, for permitted users; others see the drawn items. */
function Checking({ activity, sample, sound }: SamplePanelProps & { readonly sample: DrawnSample }) {
  const mayEnter = useMay('reading.enter')
  const isOpen = sample.state !== SampleState.closed
  if (!mayEnter || !isOpen) return <FetchList activity={activity} sample={sample} chosen="" onChoose={() => undefined} />
  return sample.mode === SampleMode.papers ? <ReadStep activity={activity} sample={sample} sound={sound} /> : <AskStep activity={activity} sample={sample} />
}
