import { Alert, Button, Checkbox, Form, InputNumber, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Conclusion, Statistics } from '#shared/features/result/contract.ts'
import { SAMPLE_RISKS, SampleMode, sampleModeNames, type SampleRisk } from '#shared/features/sample/rules.ts'
import { isRefusedFor, sentenceOf } from '../../../bridge/failure.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { sampleAnswers } from './sampleWords.ts'
import styles from './sample.module.css'

/** A topic or option, and why it cannot be sampled, if so. */
interface Candidate {
  readonly key: string
  readonly topicId: string
  readonly optionId: string
  readonly title: string
  readonly outcome: Conclusion['outcome']
  readonly refusal: string | null
}

/** All topics and options with their outcome, and why their papers cannot be sampled, if so. */
function candidatesOf({ topics }: Statistics, { countingRule }: Activity): Candidate[] {
  const of = (ids: Pick<Candidate, 'topicId' | 'optionId' | 'title'>, { outcome, isQuorumMet }: Conclusion, isElection: boolean): Candidate => ({
    ...ids,
    key: `${ids.topicId} ${ids.optionId}`,
    outcome,
    refusal:
      countingRule === 6
        ? sentenceFor('sample.noConclusion')
        : isElection
          ? sentenceFor('sample.election')
          : isQuorumMet
            ? null
            : sentenceFor('sample.noQuorum'),
  })
  return topics.flatMap(({ id, title, sortNo, conclusion, options, election }) => {
    const named = `${sortNo}. ${title}`
    if (conclusion !== null) return [of({ topicId: id, optionId: '', title: named }, conclusion, election !== null)]
    return options.map((option) => of({ topicId: id, optionId: option.id, title: `${named}：${option.title}` }, option.conclusion, election !== null))
  })
}

interface OpenValues {
  readonly mode: SampleMode
  readonly risk: SampleRisk
  readonly items: readonly string[]
  readonly counted: number | null
}

interface OpenFormProps {
  readonly activity: Activity
  readonly onOpened: (sampleId: string) => void
}

/** 锁定: what to sample, how, and the number of papers in hand; freezes the list before drawing. */
export function OpenForm({ activity, onOpened }: OpenFormProps) {
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: activity.id } })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active paragraph={{ rows: 6 }} />
  return <Opening activity={activity} candidates={candidatesOf(data, activity)} onOpened={onOpened} />
}

function Opening({ activity, candidates, onOpened }: OpenFormProps & { readonly candidates: readonly Candidate[] }) {
  const [mode, setMode] = useState<SampleMode>(SampleMode.papers)
  const open = useSend('sample.open', { refreshes: sampleAnswers, errors: 'caller', success: '已锁定清单，请公示后掷骰' })
  const [form] = Form.useForm<OpenValues>()
  const submit = async ({ risk, items, counted }: OpenValues) => {
    const chosen = candidates.filter(({ key }) => items.includes(key)).map(({ topicId, optionId }) => ({ topicId, optionId }))
    const body = { activityId: activity.id, mode, risk, items: chosen, ...(mode === SampleMode.papers ? { counted: counted ?? 0 } : {}) }
    const sent = await open.send({ body })
    if (sent.ok) onOpened(sent.value.id)
  }
  const { failure } = open
  const isOfCount = isRefusedFor(failure, 'sample.countDiffers')
  return (
    <Form<OpenValues>
      form={form}
      layout="vertical"
      className={styles.open}
      aria-label="锁定抽样清单"
      initialValues={{ mode, risk: 5, items: [], counted: null }}
      onFinish={(values) => void submit(values)}
    >
      <Form.Item name="mode" label="抽查方式" help={modeNotes[mode]}>
        <Radio.Group
          options={[SampleMode.papers, SampleMode.owners].map((value) => ({ value, label: sampleModeNames[value] }))}
          onChange={(event) => setMode(event.target.value as SampleMode)}
        />
      </Form.Item>
      <Form.Item name="risk" label="结论有误而没有发现的可能性，不超过">
        <Radio.Group options={SAMPLE_RISKS.map((value) => ({ value, label: `${value}%` }))} />
      </Form.Item>
      <Form.Item
        name="items"
        label={<span className="required-mark">抽查的议题</span>}
        rules={[{ validator: (_, keys: readonly string[]) => (keys.length > 0 ? Promise.resolve() : Promise.reject(new Error(NO_ITEMS))) }]}
      >
        <Checkbox.Group
          className={styles.candidates}
          options={candidates.map(({ key, title, outcome, refusal }) => ({
            value: key,
            disabled: refusal !== null,
            label: (
              <>
                {title} <small>{refusal ?? `记录的结论：${outcome}`}</small>
              </>
            ),
          }))}
        />
      </Form.Item>
      {mode === SampleMode.papers ? (
        <Form.Item
          name="counted"
          label="清点张数"
          extra="由两人把已经录入的纸质选票清点一遍，填写清点得到的张数"
          rules={[{ required: true, message: '请填写清点张数' }]}
          {...(isOfCount ? { validateStatus: 'error', help: sentenceOf(failure) } : {})}
        >
          <InputNumber className={styles.counted ?? ''} min={0} max={1_000_000} precision={0} controls={false} autoComplete="off" />
        </Form.Item>
      ) : null}
      {failure === null || isOfCount ? null : <Alert className={styles.refusal ?? ''} type="error" showIcon title={sentenceOf(failure)} />}
      <Button type="primary" htmlType="submit" loading={open.isSending}>
        锁定清单
      </Button>
    </Form>
  )
}

// Not `required`, the star apart: a group of boxes cannot be that for those who hear the screen.
const NO_ITEMS = '请选择要抽查的议题'

const modeNotes: Readonly<Record<SampleMode, string>> = {
  [SampleMode.papers]: '取出抽到的纸质选票，由录入人以外的人重新读一遍',
  [SampleMode.owners]: '联系抽到的业主，只问是否投过票，不问投了什么',
}
