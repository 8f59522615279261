import { DatePicker, Form, Input, Radio } from 'antd'
import dayjs from 'dayjs'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/notification/contract.ts'
import { deliveryLimits as limits, MAX_DELIVERY_PICTURES } from '#shared/features/notification/rules.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { PictureField } from '../file/parts/attachments/AttachmentField.tsx'
import { formMessages, timeFault, WRITTEN_MINUTES, writtenMinutes, type DeliveryFormValues } from './deliveryForm.ts'

interface DeliveryFieldsProps {
  readonly isPending: () => boolean
  readonly onPending: (isPending: boolean) => void
}

/** How, when and by whom a delivery was made. */
export function DeliveryFields({ isPending, onPending }: DeliveryFieldsProps) {
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
      <Form.Item<DeliveryFormValues>
        name="deliveredAt"
        label="送达时间"
        validateTrigger={['onChange', 'onBlur']}
        validateFirst
        rules={[
          { required: true, message: formMessages.deliveredAt },
          {
            validator: (_, written: string | undefined) => {
              const fault = timeFault(written, Date.now())
              return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
            },
          },
        ]}
      >
        <WrittenTimePicker />
      </Form.Item>
      <Form.Item<DeliveryFormValues> name="deliveredBy" label="送达人" rules={fieldRules(limits.deliveredBy)}>
        <Input autoComplete="off" placeholder="上门或打电话的人，可不填" />
      </Form.Item>
      <Form.Item<DeliveryFormValues> name="remark" label="备注" rules={fieldRules(limits.remark)}>
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

interface WrittenTimePickerProps {
  readonly value?: string
  readonly onChange?: (written: string) => void
  readonly onBlur?: () => void
  /** Given by Form.Item, which labels it. */
  readonly id?: string
}

/**
 * A time as it is written, to the minute.
 *
 * It is China standard time whatever the machine's zone: so there is no button for now, which would be the machine's.
 */
function WrittenTimePicker({ value = '', onChange, onBlur, id }: WrittenTimePickerProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      className="delivery-time"
      placeholder="请选择送达时间"
      format={WRITTEN_MINUTES}
      showTime={{ format: 'HH:mm' }}
      showNow={false}
      needConfirm={false}
      disabledDate={(day) => day.format('YYYY-MM-DD') > writtenMinutes(Date.now()).slice(0, 10)}
      value={value === '' ? null : dayjs(value)}
      onChange={(moment) => onChange?.(moment === null ? '' : moment.format(WRITTEN_MINUTES))}
      {...(onBlur ? { onBlur } : {})}
    />
  )
}
