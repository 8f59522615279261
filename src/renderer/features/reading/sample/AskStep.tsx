import { Alert, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/delivery/contract.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { AskedAnswer, askedAnswerNames, sampleLimits } from '#shared/features/sample/rules.ts'
import { sentenceOf } from '../../../bridge/failure.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FetchList } from './FetchList.tsx'
import { sampleAnswers, unreadOf } from './sampleWords.ts'
import reading from '../reading.module.css'
import styles from './sample.module.css'

interface AskStepProps {
  readonly activity: Activity
  readonly sample: DrawnSample
}

/** 核对 by asking owners: whether they voted, never how. */
export function AskStep({ activity, sample }: AskStepProps) {
  const [chosen, setChosen] = useState('')
  const waiting = unreadOf(sample)
  // Owners who were not reached may be asked again; otherwise the next is preselected.
  const picked = sample.fetch.find(({ recordId, asked }) => recordId === chosen && (asked === null || asked === AskedAnswer.notReached))
  const drawn = picked ?? waiting[0]
  return (
    <div className={reading.panel}>
      <section className={reading.entry} aria-label="回访业主">
        {drawn ? (
          <Asking key={`${drawn.recordId} ${drawn.asked ?? ''}`} sampleId={sample.id} drawn={drawn} onDone={() => setChosen('')} />
        ) : (
          <EmptyState text="抽出的业主都已回访；未联系上的，可以在右边点选后再次回访" />
        )}
      </section>
      <div className={styles.side}>
        <FetchList activity={activity} sample={sample} chosen={drawn?.recordId ?? ''} onChoose={({ recordId }) => setChosen(recordId)} />
      </div>
    </div>
  )
}

interface AskingProps {
  readonly sampleId: string
  readonly drawn: DrawnSample['fetch'][number]
  readonly onDone: () => void
}

interface AskValues {
  readonly way: (typeof VOTE_SOURCES)[number]
  readonly answer: AskedAnswer
  readonly remark: string
}

function Asking({ sampleId, drawn, onDone }: AskingProps) {
  const ask = useSend('sample.ask', { refreshes: sampleAnswers, errors: 'caller', success: '已记录回访' })
  const submit = async ({ way, answer, remark }: AskValues) => {
    const sent = await ask.send({ body: { id: sampleId, recordId: drawn.recordId, way, answer, remark: remark.trim() } })
    if (sent.ok) onDone()
  }
  return (
    <Form<AskValues> layout="vertical" className={styles.ask} initialValues={{ way: 1, remark: '' }} onFinish={(values) => void submit(values)}>
      <strong className={styles.asked}>{drawn.place}</strong>
      <p className={styles.hint}>只问“这次表决您家投过票吗”，不问投了什么。投过、没有投过记下后不能再改；未联系上的按没有投过计，可以再次回访。</p>
      <Form.Item name="way" label="联系方式">
        <Radio.Group optionType="button" options={VOTE_SOURCES.map((value) => ({ value, label: voteSourceNames[value] }))} />
      </Form.Item>
      <Form.Item name="answer" label="业主的回答" rules={[{ required: true, message: '请选择业主的回答' }]}>
        <Radio.Group optionType="button" options={Object.values(AskedAnswer).map((value) => ({ value, label: askedAnswerNames[value] }))} />
      </Form.Item>
      <Form.Item name="remark" label={sampleLimits.remark.label}>
        <Input maxLength={sampleLimits.remark.max} autoComplete="off" />
      </Form.Item>
      {ask.failure === null ? null : <Alert className={styles.refusal ?? ''} type="error" showIcon title={sentenceOf(ask.failure)} />}
      <Button type="primary" htmlType="submit" loading={ask.isSending}>
        记录回访
      </Button>
    </Form>
  )
}
