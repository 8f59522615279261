import { Form, Input, Radio } from 'antd'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/notification/contract.ts'
import { MAX_DELIVERY_PICTURES } from '#shared/features/notification/rules.ts'
import { deliveryRecord as record } from '#shared/records/delivery.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { PictureField } from '../file/parts/attachments/AttachmentField.tsx'
import { DateField } from '../../ui/date/DateField.tsx'
import { dateRule } from '../../ui/date/dateRule.ts'
import { EvidenceFields } from './EvidenceFields.tsx'
import { formMessages, timeFault, type DeliveryFormValues } from './deliveryForm.ts'

interface DeliveryFieldsProps {
  /** The ways of delivering that the activity accepts. */
  readonly policy: DeliveryPolicy
  /** The message in place of the time where each delivery has its own. */
  readonly ownTimes?: string
  readonly isPending: () => boolean
  readonly onPending: (isPending: boolean) => void
}

/** How, when and by whom a delivery was made. */
export function DeliveryFields({ policy, ownTimes, isPending, onPending }: DeliveryFieldsProps) {
  return (
    <>
      <Form.Item<DeliveryFormValues>
        name="voteSource"
        label="送达方式"
        rules={[{ required: true, message: formMessages.voteSource }]}
        validateTrigger="onChange"
      >
        <Radio.Group options={VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))} />
      </Form.Item>
      {ownTimes === undefined ? <TimeField /> : <Form.Item label="送达时间">{ownTimes}</Form.Item>}
      <Form.Item<DeliveryFormValues> name="deliveredBy" label="送达人" rules={fieldRules(record.deliveredBy)}>
        <Input autoComplete="off" placeholder="上门或打电话的人，可不填" />
      </Form.Item>
      <EvidenceFields policy={policy} />
      <Form.Item<DeliveryFormValues> name="remark" label="备注" rules={fieldRules(record.remark)}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} placeholder="可不填" />
      </Form.Item>
      <Form.Item<DeliveryFormValues>
        name="pictures"
        label="照片"
        validateTrigger={[]}
        rules={[{ validator: () => (isPending() ? Promise.reject(new Error(formMessages.pending)) : Promise.resolve()) }]}
      >
        <PictureField label="照片" max={MAX_DELIVERY_PICTURES} onPending={onPending} />
      </Form.Item>
    </>
  )
}

function TimeField() {
  return (
    <Form.Item<DeliveryFormValues>
      name="deliveredAt"
      label="送达时间"
      validateTrigger={['onChange', 'onBlur']}
      validateFirst
      rules={[
        { required: true, message: formMessages.deliveredAt },
        dateRule('minute'),
        {
          validator: (_, written: string | undefined) => {
            const fault = timeFault(written, Date.now())
            return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
          },
        },
      ]}
    >
      <DateField precision="minute" placeholder="请选择送达时间" isPast />
    </Form.Item>
  )
}
