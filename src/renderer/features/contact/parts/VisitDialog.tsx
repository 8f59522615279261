import { Form, Radio } from 'antd'
import { CONTACT_RESULTS, contactLimits as limits, contactMessages as say, ContactResult, contactResultNames } from '#shared/features/contact/rules.ts'
import { VOTE_SOURCES, voteSourceNames, type DeliveryDraft } from '#shared/features/delivery/contract.ts'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { useTabState } from '../../../app-context/tab.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { PastMomentItem } from '../../../ui/date/PastMomentItem.tsx'
import { DateField } from '../../../ui/date/DateField.tsx'
import { dateRule, judged } from '../../../ui/fieldRules.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { formatCount } from '../../../ui/numbers.ts'
import { contactReads } from './contactWords.ts'
import { TextItem } from '../../../ui/TextItem.tsx'

/** A visited ballot with its place. */
export interface VisitedBallot {
  readonly ballotId: string
  readonly place: string
}

interface VisitForm {
  readonly way: DeliveryDraft['voteSource']
  readonly result: ContactResult
  /** For 约定再访. */
  readonly nextAt?: string
  readonly at: string
  readonly remark?: string
}

/** The ballots whose visit is registered, and the proposed time, in the form's format. */
export interface AskedVisit {
  readonly ballots: readonly VisitedBallot[]
  readonly at: string
}
export const visitNow = (ballots: readonly VisitedBallot[]): AskedVisit => ({ ballots, at: formatTime(Date.now()).slice(0, 16) })

interface VisitDialogProps {
  readonly activityId: string
  /** null closes the dialog. */
  readonly visit: AskedVisit | null
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** 登记走访: registers that an owner was asked for a vote, or many at once after a round. Not a delivery. */
export function VisitDialog({ activityId, visit, onClose, onDone }: VisitDialogProps) {
  const ballots = visit?.ballots ?? []
  const { send } = useSend('contact.save', { refreshes: contactReads, success: ({ ids }) => `已登记 ${formatCount(ids.length)} 票的走访` })
  const [lastWay, setLastWay] = useTabState<VisitForm['way'] | null>('contact.way', 2)
  const submit = async ({ way, result, nextAt, at, remark = '' }: VisitForm): Promise<boolean> => {
    const next = result === ContactResult.later ? parseTime(nextAt ?? '') : null
    const body = { activityId, ballotIds: ballots.map(({ ballotId }) => ballotId), way, result, nextAt: next, at: parseTime(at), remark }
    const sent = await send({ body })
    if (!sent.ok) return false
    setLastWay(way)
    onDone?.()
    return true
  }
  const [first] = ballots
  const many = ballots.length < 2 ? '' : ` 等 ${formatCount(ballots.length)} 票`
  return (
    <FormDialog<VisitForm>
      title={`登记走访：${first?.place ?? ''}${many}`}
      isOpen={visit !== null}
      initialValues={{ ...(lastWay === null ? {} : { way: lastWay }), at: visit?.at ?? '' }}
      onSubmit={submit}
      onClose={onClose}
      submitText="登记"
      width={640}
    >
      <VisitFields />
    </FormDialog>
  )
}

function VisitFields() {
  const result = Form.useWatch<VisitForm['result']>('result')
  return (
    <>
      <Form.Item<VisitForm> name="way" label="走访方式" rules={[{ required: true, message: '请选择走访方式' }]} validateTrigger="onChange">
        <Radio.Group options={VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))} />
      </Form.Item>
      <Form.Item<VisitForm> name="result" label="走访结果" rules={[{ required: true, message: '请选择走访结果' }]} validateTrigger="onChange">
        <Radio.Group options={CONTACT_RESULTS.map((value) => ({ value, label: contactResultNames[value] }))} />
      </Form.Item>
      {result === ContactResult.later ? (
        <Form.Item<VisitForm>
          name="nextAt"
          label="约定再访的时间"
          dependencies={['at']}
          validateFirst
          rules={[
            { required: true, message: say.noNext },
            dateRule('minute'),
            ({ getFieldValue }) =>
              judged((written: string) => ((parseTime(written) ?? 0) > (parseTime(String(getFieldValue('at'))) ?? 0) ? null : say.nextNotLater)),
          ]}
        >
          <DateField precision="minute" placeholder="请选择再访时间" />
        </Form.Item>
      ) : null}
      <PastMomentItem name="at" label="走访时间" inFuture={say.inFuture} />
      <TextItem<VisitForm> name="remark" limit={limits.remark} lines={[2, 4]} placeholder="可不填" />
    </>
  )
}
