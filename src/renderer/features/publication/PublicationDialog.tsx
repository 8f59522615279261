import { Form, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import {
  kindsIn,
  MAX_PUBLICATION_PICTURES,
  publicationKindNames,
  publicationLength,
  publicationLimits as limits,
  publicationMessages as say,
  type PublicationKind,
} from '#shared/features/publication/rules.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { isUnreadable } from '#shared/time/typedTime.ts'
import { useSend } from '../../bridge/useSend.ts'
import { DateField } from '../../ui/date/DateField.tsx'
import { dateRule, judged } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PicturesItem } from '../file/parts/attachments/AttachmentField.tsx'
import styles from './publication.module.css'
import { TextItem } from '../../ui/TextItem.tsx'

/** Endpoints to refetch after a change of publications. */
export const publicationReads = ['publication.list', 'publication.standing'] as const

const DAY = 86_400_000
/** The proposed duration: a week, not counting its first day. */
const PROPOSED_DAYS = 7

interface PublicationForm {
  readonly kind?: PublicationKind
  readonly dateFrom: string
  readonly dateTo: string
  readonly places: string
  readonly remark?: string
  readonly pictures?: readonly string[]
}

interface PublicationDialogProps {
  readonly isOpen: boolean
  readonly activity: Activity
  /** The places of the latest publication, as default. */
  readonly lastPlaces: string
  readonly onClose: () => void
}

/** 登记公示: registers what was or will be posted. */
export function PublicationDialog({ isOpen, activity, lastPlaces, onClose }: PublicationDialogProps) {
  const { send } = useSend('publication.save', { refreshes: publicationReads, success: '登记公示成功' })
  const [now] = useState(() => Date.now())
  const kinds = kindsIn(activity.status)
  const submit = async ({ kind, dateFrom, dateTo, places, remark = '', pictures = [] }: PublicationForm): Promise<boolean> => {
    if (kind === undefined) return false
    return (await send({ body: { activityId: activity.id, kind, dateFrom, dateTo, places, remark, pictures: [...pictures] } })).ok
  }
  return (
    <FormDialog<PublicationForm>
      title="登记公示"
      isOpen={isOpen}
      initialValues={{ dateFrom: chinaDay(now), dateTo: chinaDay(now + PROPOSED_DAYS * DAY), places: lastPlaces, pictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      submitText="登记"
      width={640}
    >
      <Form.Item<PublicationForm> name="kind" label="公示内容" rules={[{ required: true, message: '请选择公示内容' }]} validateTrigger="onChange">
        <Radio.Group options={kinds.map((kind) => ({ value: kind, label: publicationKindNames[kind] }))} />
      </Form.Item>
      <DayFields />
      <TextItem<PublicationForm> name="places" limit={limits.places} lines={[2, 5]} placeholder="如：小区公告栏、各单元门厅" />
      <TextItem<PublicationForm> name="remark" limit={limits.remark} lines={[1, 4]} placeholder="可不填" />
      <PicturesItem label="公示照片" max={MAX_PUBLICATION_PICTURES} />
    </FormDialog>
  )
}

/** The first and last day, and the resulting number of days. */
function DayFields() {
  const [dateFrom = '', dateTo = ''] = [Form.useWatch<string | undefined>('dateFrom'), Form.useWatch<string | undefined>('dateTo')]
  const isRead = [dateFrom, dateTo].every((day) => day !== '' && !isUnreadable(day, 'day')) && dateTo >= dateFrom
  return (
    <>
      <div className={styles.days}>
        <Form.Item<PublicationForm> name="dateFrom" label="公示起" validateFirst rules={[{ required: true, message: '请选择公示起' }, dateRule('day')]}>
          <DateField precision="day" placeholder="请选择公示起" />
        </Form.Item>
        <Form.Item<PublicationForm>
          name="dateTo"
          label="公示止"
          dependencies={['dateFrom']}
          validateFirst
          rules={[
            { required: true, message: '请选择公示止' },
            dateRule('day'),
            ({ getFieldValue }) => judged((written: string) => (written < String(getFieldValue('dateFrom')) ? say.endsBefore : null)),
          ]}
        >
          <DateField precision="day" placeholder="请选择公示止" />
        </Form.Item>
      </div>
      <p className={styles.length} role="status">
        {isRead ? `共 ${publicationLength({ dateFrom, dateTo })} 天：开始的当天不计，到 ${dateTo} 24 时止，节假日照算` : '开始的当天不计，到最后一天的 24 时止'}
      </p>
    </>
  )
}
