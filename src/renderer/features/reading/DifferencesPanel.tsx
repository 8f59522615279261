import { Form, Skeleton } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus, answerNames, type Answer } from '#shared/features/activity/rules.ts'
import type { Difference } from '#shared/features/reading/contract.ts'
import { Decision, decisionNames, ReadingKind, settleReasonLimit } from '#shared/features/reading/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ReasonField } from '../../ui/ReasonField.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { pressed, slotKey, slotsOf, toChoices, type Answers, type Slot } from '../activity/parts/choices/choices.ts'
import { TopicList } from '../voting/parts/topics/TopicList.tsx'
import { StripPicture } from './StripPicture.tsx'
import styles from './reading.module.css'

/** Suggested reasons, by decision. */
const settleReasons: Readonly<Record<Decision, readonly string[]>> = {
  [Decision.recordIsRight]: ['复录看错', '复录按错键', '票面不清，按记录认定'],
  [Decision.recordIsCorrected]: ['录入看错', '录入按错键', '票面不清，按复录认定'],
}

/** The pending decision. */
interface Settling {
  readonly difference: Difference
  readonly decision: Decision
}

/** 差异: compares record and reading, and lets a third person decide. */
export function DifferencesPanel({ activity }: { readonly activity: Activity }) {
  const { data, error, refetch } = useEndpoint('reading.differences', { query: { activityId: activity.id } })
  const [settling, setSettling] = useState<Settling | null>(null)
  const slots = slotsOf(activity.topics)
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  if (data.length === 0) return <EmptyState text="没有等待裁定的差异" />
  return (
    <>
      <ul className={styles.differences}>
        {data.map((difference) => (
          <li key={difference.readingId}>
            <DifferenceCard activity={activity} difference={difference} slots={slots} onSettle={(decision) => setSettling({ difference, decision })} />
          </li>
        ))}
      </ul>
      {settling === null ? null : (
        <SettleDialog key={settling.difference.readingId} activity={activity} slots={slots} settling={settling} onClose={() => setSettling(null)} />
      )}
    </>
  )
}

/** The name of a reading beside the recorded vote. */
const kindNames: Readonly<Record<ReadingKind, string>> = { 1: '复录', 2: '扫描', 3: '抽读', 4: '回访' }

const answerIn = (answers: string, place: number): string => {
  const digit = answers[place]
  return digit === '1' || digit === '2' || digit === '3' ? answerNames[Number(digit) as Answer] : '未填或无效'
}

interface DifferenceCardProps {
  readonly activity: Activity
  readonly difference: Difference
  readonly slots: readonly Slot[]
  readonly onSettle: (decision: Decision) => void
}

function DifferenceCard({ activity, difference, slots, onSettle }: DifferenceCardProps) {
  const { code, place, record, reading, needsOther, kind } = difference
  const isEnded = activity.status === ActivityStatus.finished
  const whyNotSettle = (decision: Decision): string | null => {
    if (isEnded && decision === Decision.recordIsCorrected) return whyNot(activity.status, 'settleReading')
    return needsOther ? sentenceFor('reading.notThird') : null
  }
  const differing = new Set(difference.differs.map(slotKey))
  return (
    <section className={styles.difference} aria-label={`${place} ${code}`}>
      <header>
        <h3>
          {place} <span className={`${styles.differenceCode} tabular`}>{code}</span>
        </h3>
        <span>共 {differing.size} 项不一致，请对照纸质选票裁定</span>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">议题</th>
            <th scope="col">
              投票记录 <small className="tabular">{`${record.by} ${formatTime(record.at ?? 0)}`}</small>
            </th>
            <th scope="col">
              {kindNames[kind]} <small className="tabular">{`${reading.by} ${formatTime(reading.at ?? 0)}`}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, at) => (
            <tr key={slotKey(slot)} className={record.answers[at] === reading.answers[at] ? undefined : styles.differs}>
              <th scope="row">{slot.optionTitle === '' ? slot.topicTitle : `${slot.topicTitle}：${slot.optionTitle}`}</th>
              <td>{answerIn(record.answers, at)}</td>
              <td>{reading.answers === '' ? '无选票' : answerIn(reading.answers, at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {difference.pageIds.length === 0 ? null : (
        <div className={styles.pictures}>
          {difference.pageIds.map((id, index) => (
            <StripPicture key={id} pageId={id} of="page" alt={`扫描页 ${index + 1}`} />
          ))}
        </div>
      )}
      <footer>
        {([Decision.recordIsRight, Decision.recordIsCorrected] as const).map((decision) => (
          <ReasonedButton key={decision} reason={whyNotSettle(decision)} onClick={() => onSettle(decision)}>
            {decisionNames[decision]}
          </ReasonedButton>
        ))}
      </footer>
    </section>
  )
}

const answersOf = (slots: readonly Slot[], digits: string): Answers =>
  new Map(
    slots.flatMap((slot, at): [string, Answer][] => {
      const digit = Number(digits[at])
      return digit === 1 || digit === 2 || digit === 3 ? [[slotKey(slot), digit]] : []
    }),
  )

interface SettleDialogProps {
  readonly activity: Activity
  readonly slots: readonly Slot[]
  readonly settling: Settling
  readonly onClose: () => void
}

/** The third person's decision, with a reason; if the record is corrected, also the answers on the paper. */
function SettleDialog({ activity, slots, settling: { difference, decision }, onClose }: SettleDialogProps) {
  const { readingId, place, code, reading } = difference
  const [answers, setAnswers] = useState(() => answersOf(slots, reading.answers))
  const isCorrection = decision === Decision.recordIsCorrected
  const settle = useSend('reading.settle', {
    refreshes: ['reading.differences', 'reading.due', 'reading.papers', 'reading.summary', 'voting.history', 'voting.overview', 'result.progress'],
    success: isCorrection ? '已改正记录，该选票需要重新复录' : '已裁定',
  })
  return (
    <FormDialog<{ reason: string }>
      title={`${decisionNames[decision]}：${place} ${code}`}
      isOpen
      width={isCorrection ? 820 : 560}
      initialValues={{ reason: '' }}
      submitText={decisionNames[decision]}
      onSubmit={async ({ reason }) => (await settle.send({ body: { readingId, decision, reason, choices: isCorrection ? toChoices(slots, answers) : [] } })).ok}
      onClose={onClose}
    >
      {isCorrection ? (
        <>
          <p>原记录将作废，按下面的内容重新录入；已按复录填好，请对照纸质选票核对。</p>
          <div className={styles.correction}>
            <TopicList
              topics={activity.topics}
              slots={slots}
              answers={answers}
              current={null}
              isDisabled={false}
              hasKeys={false}
              noteOf={(slot) => (answers.has(slotKey(slot)) ? null : { text: '未填或无效' })}
              onAnswer={(given, position) => {
                const slot = slots[position]
                if (slot) setAnswers(pressed(answers, slot, given))
              }}
            />
          </div>
        </>
      ) : null}
      <Form.Item name="reason" rules={[{ required: true, whitespace: true, message: settleReasonLimit.missing }]}>
        <ReasonField label={settleReasonLimit.label} max={settleReasonLimit.max} ready={settleReasons[decision]} />
      </Form.Item>
    </FormDialog>
  )
}
