import { Form, Radio } from 'antd'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/delivery/contract.ts'
import { deliveryMessages, MAX_DELIVERY_PICTURES } from '#shared/features/delivery/rules.ts'
import { deliveryRecord as record } from '#shared/records/delivery.ts'
import { PastMomentItem } from '../../ui/date/PastMomentItem.tsx'
import { PicturesItem } from '../file/parts/attachments/AttachmentField.tsx'
import { EvidenceFields } from './EvidenceFields.tsx'
import type { DeliveryFormValues } from './deliveryForm.ts'
import { TextItem } from '../../ui/TextItem.tsx'

interface DeliveryFieldsProps {
  /** The delivery methods that the activity accepts. */
  readonly policy: DeliveryPolicy
  /** Replaces the time field if each delivery has its own time. */
  readonly ownTimes?: string
}

/** How, when and by whom a delivery was made. */
export function DeliveryFields({ policy, ownTimes }: DeliveryFieldsProps) {
  return (
    <>
      <Form.Item<DeliveryFormValues> name="voteSource" label="送达方式" rules={[{ required: true, message: '请选择送达方式' }]} validateTrigger="onChange">
        <Radio.Group options={VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))} />
      </Form.Item>
      {ownTimes === undefined ? (
        <PastMomentItem name="deliveredAt" label="送达时间" validateTrigger={['onChange', 'onBlur']} inFuture={deliveryMessages.inFuture} />
      ) : (
        <Form.Item label="送达时间">{ownTimes}</Form.Item>
      )}
      <TextItem<DeliveryFormValues> name="deliveredBy" limit={record.deliveredBy} placeholder="上门或打电话的人，可不填" />
      <EvidenceFields policy={policy} />
      <TextItem<DeliveryFormValues> name="remark" limit={record.remark} lines={[2, 4]} placeholder="可不填" />
      <PicturesItem label="照片" max={MAX_DELIVERY_PICTURES} />
    </>
  )
}
