import { DatePicker, Form, Input, Radio } from 'antd'
import dayjs from 'dayjs'
import { useRef, useState } from 'react'
import { VOTE_SOURCES, voteSourceNames, type Notification } from '#shared/features/notification/contract.ts'
import { MAX_DELIVERY_PICTURES } from '#shared/features/notification/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { PictureField } from '../../widgets/attachments/AttachmentField.tsx'
import { FormDialog } from '../../widgets/FormDialog.tsx'
import { useTabState } from '../../widgets/tab.ts'
import { deliveryOf, formMessages, timeFault, WRITTEN_MINUTES, writtenMinutes, type DeliveryFormValues } from './deliveryForm.ts'
import { housesInWords } from './notifyWords.ts'

/** A delivery that is about to be registered: to whom, and the time that is proposed, as the form writes it. */
export interface BegunDelivery {
  readonly house: Notification
  readonly at: string
}

interface DeliveryDialogProps {
  /** Null closes the dialog. */
  readonly begun: BegunDelivery | null
  readonly onClose: () => void
  /** The activity is not in the state any more that the screen shows. */
  readonly onConflict: () => void
}

/** Registers one delivery by hand. How and by whom the last one was made is proposed for the next. */
export function DeliveryDialog({ begun, onClose, onConflict }: DeliveryDialogProps) {
  const save = useSend('notification.save', { refreshes: ['notification.list', 'notification.records', 'result.progress'], success: '提交成功' })
  const [last, setLast] = useTabState<Pick<DeliveryFormValues, 'voteSource' | 'deliveredBy'>>('notification.last', {})
  const isPending = useRef(false)
  // Stays what it was while the dialog closes.
  const [told, setTold] = useState(begun)
  if (begun !== null && begun !== told) setTold(begun)
  const submit = async (values: DeliveryFormValues) => {
    if (!told) return false
    const delivery = deliveryOf(values, told.house.rosterPropertyId)
    const sent = await save.send({ body: delivery })
    if (sent.ok) setLast({ voteSource: delivery.voteSource, deliveredBy: delivery.deliveredBy })
    else if (sent.failure?.kind === 'refused' && sent.failure.code === 409) onConflict()
    return sent.ok
  }
  return (
    <FormDialog<DeliveryFormValues>
      title="登记送达"
      isOpen={begun !== null}
      initialValues={{ ...last, deliveredAt: told?.at ?? '', pictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      width={640}
    >
      {told ? <ToldHouse house={told.house} /> : null}
      <DeliveryFields isPending={() => isPending.current} onPending={(isIt) => (isPending.current = isIt)} />
    </FormDialog>
  )
}

function ToldHouse({ house: { place, ownerName, houses } }: { readonly house: Notification }) {
  return (
    <p className="delivery-house">
      <b>{place}</b>
      <span>{ownerName}</span>
      {houses.length > 1 ? <span className="delivery-house-ballot">同一票权的房屋：{housesInWords(houses)}</span> : null}
    </p>
  )
}

interface DeliveryFieldsProps {
  readonly isPending: () => boolean
  readonly onPending: (isPending: boolean) => void
}

function DeliveryFields({ isPending, onPending }: DeliveryFieldsProps) {
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
      <Form.Item<DeliveryFormValues> name="deliveredBy" label="送达人" rules={[{ max: 30, message: '送达人不能超过30个字符' }]}>
        <Input autoComplete="off" placeholder="上门或打电话的人，可不填" />
      </Form.Item>
      <Form.Item<DeliveryFormValues> name="remark" label="备注" rules={[{ max: 200, message: '备注不能超过200个字符' }]}>
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
