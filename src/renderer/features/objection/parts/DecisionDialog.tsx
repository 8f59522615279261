import { Alert, Button, Form, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import { OBJECTION_DECISIONS, objectionLimits, ObjectionStatus, objectionStatusNames, type ObjectionDecision } from '#shared/features/objection/rules.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { ReasonField } from '../../../ui/ReasonField.tsx'
import { slotsOf } from '../../activity/parts/choices/choices.ts'
import { CorrectionCard } from './CorrectionCard.tsx'
import { correctionFault, emptyCorrection, formOfCorrection, toDraft, type CorrectionForm } from './correctionForm.ts'
import { objectionReads } from './objectionWords.ts'
import styles from './objection.module.css'

const readyReasons: Readonly<Record<ObjectionDecision, readonly string[]>> = {
  [ObjectionStatus.justified]: ['核对选票原件，录入有误', '签名与产权人不符', '选票按时收到，没有录入'],
  [ObjectionStatus.unjustified]: ['核对选票原件，记录无误', '没有依据', '不属于本次表决'],
}

interface DecisionForm {
  readonly decision?: ObjectionDecision
  readonly reason?: string
  readonly cards?: readonly CorrectionForm[]
}

interface DecisionDialogProps {
  readonly activity: Activity
  readonly objection: Objection
  readonly onClose: () => void
}

/** 裁定: whether an objection is justified and why; after the end of the vote, also the corrections. */
export function DecisionDialog({ activity, objection, onClose }: DecisionDialogProps) {
  const { id, number, name, text, ballotId, place, status, decisions } = objection
  const isAgain = status !== ObjectionStatus.pending
  const { send } = useSend('objection.decide', { refreshes: [...objectionReads, 'audit.checkpoints'], success: `异议${number}已裁定` })
  const former = decisions.at(-1)
  // Prefilled, so that editing the reason does not lose the corrections.
  const [begun] = useState<DecisionForm>(() => ({
    reason: former?.reason ?? '',
    cards: former?.corrections.map(formOfCorrection) ?? [],
    ...(former ? { decision: former.decision } : {}),
  }))
  const [fault, setFault] = useState('')
  const slots = slotsOf(activity.topics)
  const submit = async ({ decision, reason = '', cards = [] }: DecisionForm): Promise<boolean> => {
    if (decision === undefined) return false
    const given = decision === ObjectionStatus.justified ? cards : []
    const wrong = given.map(correctionFault).find((each) => each !== '') ?? ''
    setFault(wrong)
    if (wrong !== '') return false
    const corrections = given.map((card) => toDraft(card, slots))
    return (await send({ body: { id, decision, reason, corrections, isAgain } })).ok
  }
  return (
    <FormDialog<DecisionForm>
      title={`${isAgain ? '重新裁定' : '裁定'}：异议${number}`}
      isOpen
      initialValues={begun}
      onSubmit={submit}
      onClose={onClose}
      submitText="裁定"
      width={820}
    >
      <p className={styles.quoted}>
        {name}
        {place === '' ? '' : `（${place}）`}：{text}
      </p>
      {isAgain ? <p>已填入原裁定和它的更正。新的裁定取代原裁定和它的更正，原裁定仍列在异议中。</p> : null}
      <Form.Item<DecisionForm> name="decision" label="裁定结果" rules={[{ required: true, message: '请选择裁定结果' }]} validateTrigger="onChange">
        <Radio.Group options={OBJECTION_DECISIONS.map((decision) => ({ value: decision, label: objectionStatusNames[decision] }))} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => {
          const decision = getFieldValue('decision') as ObjectionDecision | undefined
          return (
            <>
              {decision === ObjectionStatus.justified ? (
                <Form.Item<DecisionForm> name="cards" noStyle>
                  <Corrections activity={activity} first={ballotId === '' ? null : { ballotId, place }} fault={fault} onTouch={() => setFault('')} />
                </Form.Item>
              ) : null}
              <Form.Item<DecisionForm> name="reason" rules={[{ required: true, whitespace: true, message: objectionLimits.reason.missing }]}>
                <ReasonField {...objectionLimits.reason} ready={decision === undefined ? [] : readyReasons[decision]} hasFocus={false} />
              </Form.Item>
            </>
          )
        }}
      </Form.Item>
    </FormDialog>
  )
}

interface CorrectionsProps {
  readonly activity: Activity
  /** Both from Form.Item. */
  readonly value?: readonly CorrectionForm[]
  readonly onChange?: (cards: readonly CorrectionForm[]) => void
  readonly onTouch: () => void
  /** The objection's ballot; null if none. */
  readonly first: CorrectionForm['ballot']
  readonly fault: string
}

/** The corrections; before the end, the records themselves must be corrected. */
function Corrections({ activity, value: cards = [], onChange, onTouch, first, fault }: CorrectionsProps) {
  if (activity.status !== ActivityStatus.finished) return <Alert type="info" showIcon title="投票尚未结束：请到投票记录、送达或清册中改正，这里只登记裁定。" />
  const change = (changed: readonly CorrectionForm[]) => {
    onTouch()
    onChange?.(changed)
  }
  return (
    <section className={styles.corrections} aria-label="更正">
      <p>投票已结束，记录不再改动；更正与记录并列，正式结果不变，另算更正后的结果。不需要更正的，直接填写理由。</p>
      {cards.map((card, index) => (
        <CorrectionCard
          key={card.key}
          number={index + 1}
          activity={activity}
          card={card}
          onChange={(changed) => change(cards.map((each) => (each === card ? changed : each)))}
          onRemove={() => change(cards.filter((each) => each !== card))}
        />
      ))}
      {fault === '' ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button onClick={() => change([...cards, emptyCorrection(cards.length === 0 ? first : null)])}>添加更正</Button>
    </section>
  )
}
