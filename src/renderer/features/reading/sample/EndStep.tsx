import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { SampleMode, sampleLimits, SampleState } from '#shared/features/sample/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { useMay } from '../../../app-context/may.ts'
import { sentenceOf } from '../../../bridge/failure.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { minutesOf } from '../../../ui/moments.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { ReasonField } from '../../../ui/ReasonField.tsx'
import { assertionName, leftOf, sampleAnswers, titlesOf, unitOf, unreadOf, wayOf, type SampledAssertion } from './sampleWords.ts'
import styles from './sample.module.css'

interface EndStepProps {
  readonly activity: Activity
  readonly sample: DrawnSample
}

/** 结论: how far each assertion is from its threshold, and the sample's result. */
export function EndStep({ activity, sample }: EndStepProps) {
  const { state, sentence, isStale, mode, items, risk, digits, drawn, read, different, closedBy, closedAt, closeReason } = sample
  const mayManage = useMay('sample.more')
  const mayRead = useMay('reading.enter')
  // Readers must not see the status: knowing of a difference, they would read until there is none.
  const isHidden = !mayManage && mayRead && mode === SampleMode.papers && state === SampleState.reading && unreadOf(sample).length > 0
  const title = titlesOf(activity.topics)
  return (
    <section className={styles.step} aria-label="抽样结论">
      {isStale ? <Alert type="error" showIcon title={sentenceFor('sample.stale')} /> : null}
      {!isStale && sentence !== '' ? (
        <p className={state === SampleState.confirmed ? styles.sentence : styles.sentenceOpen} data-testid="sentence">
          {sentence}
        </p>
      ) : null}
      {closedAt === null ? null : (
        <p>
          {closedBy} 于 <span className="tabular">{minutesOf(closedAt)}</span> 结束抽样：{closeReason}
        </p>
      )}
      {isHidden ? (
        <p className={styles.hint}>抽出的选票全部核对以后，在这里显示结果。</p>
      ) : (
        <>
          {digits === '' ? null : (
            <p className="tabular" data-testid="sums">
              抽取 {formatCount(drawn)} 次，核对 {formatCount(read)} / {formatCount(sample.fetch.length)} 票，不符 {formatCount(different)} 票
            </p>
          )}
          {different > 0 && mode === SampleMode.papers && state !== SampleState.closed ? (
            <p className={styles.hint}>不符的选票由第三人在“差异”中裁定：裁定为记录无误的，改按记录计。</p>
          ) : null}
          {items.map((item) => (
            <div key={`${item.topicId} ${item.optionId}`} className={styles.item}>
              <h3>
                {title(item)} <small>记录的结论：{item.outcome}</small>
              </h3>
              {item.assertions.map((assertion) => (
                <Bar key={assertionName(assertion)} assertion={assertion} risk={risk} of={title(item)} />
              ))}
            </div>
          ))}
        </>
      )}
      {mayManage ? <EndButtons sample={sample} /> : null}
    </section>
  )
}

/** Progress of an assertion's T towards its threshold. */
function Bar({ assertion, risk, of }: { readonly assertion: SampledAssertion; readonly risk: number; readonly of: string }) {
  const way = Math.round(wayOf(assertion, risk) * 100)
  const words = leftOf(assertion)
  const name = assertionName(assertion)
  return (
    <div className={styles.bar}>
      <span>{name}</span>
      <span className={styles.track} role="meter" aria-label={`${of} ${name}`} aria-valuemin={0} aria-valuemax={100} aria-valuenow={way} aria-valuetext={words}>
        <i className={assertion.isReached ? styles.reached : styles.going} style={{ width: `${way}%` }} />
      </span>
      <span className={styles.barWords}>{words}</span>
      <span className={`${styles.barValue} tabular`}>
        T = {assertion.value}，到 {100 / risk} 为止
      </span>
    </div>
  )
}

const closeReasons = ['结论过于接近，改为全部复录', '清单已变化，重新抽样', '改为其他方式复核'] as const

/** 增抽 and 结束抽样, with the reason if disabled. */
function EndButtons({ sample }: Pick<EndStepProps, 'sample'>) {
  const { id, state, isStale, mode } = sample
  const [isClosing, setIsClosing] = useState(false)
  const more = useSend('sample.more', { refreshes: sampleAnswers, errors: 'caller', success: '已增抽，请继续核对' })
  const close = useSend('sample.close', { refreshes: sampleAnswers, errors: 'caller', success: '已结束抽样' })
  if (state === SampleState.confirmed || state === SampleState.closed) return null
  const unread = unreadOf(sample).length
  const whyNotMore =
    state === SampleState.waiting
      ? sentenceFor('sample.notSeeded')
      : isStale
        ? sentenceFor('sample.stale')
        : unread > 0
          ? `抽出的${unitOf(mode)}还有 ${formatCount(unread)} 票未核对，核对完才能增抽`
          : null
  return (
    <>
      {more.failure === null ? null : <Alert type="error" showIcon title={sentenceOf(more.failure)} />}
      <div className={styles.buttons}>
        <ReasonedButton type="primary" reason={whyNotMore} loading={more.isSending} onClick={() => void more.send({ body: { id } })}>
          增抽
        </ReasonedButton>
        <Button onClick={() => setIsClosing(true)}>结束抽样</Button>
      </div>
      <FormDialog<{ reason: string }>
        title="结束抽样"
        isOpen={isClosing}
        initialValues={{ reason: '' }}
        submitText="结束抽样"
        onSubmit={async ({ reason }) => (await close.send({ body: { id, reason } })).ok}
        onClose={() => setIsClosing(false)}
      >
        <p>抽样没有得出结论就结束，会连同原因一直列在这里、报告和应诉包中。</p>
        {close.failure === null ? null : <Alert type="error" showIcon title={sentenceOf(close.failure)} />}
        <Form.Item name="reason" rules={[{ required: true, whitespace: true, message: '请输入结束抽样的原因' }]}>
          <ReasonField label={sampleLimits.reason.label} max={sampleLimits.reason.max} ready={closeReasons} />
        </Form.Item>
      </FormDialog>
    </>
  )
}
