import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import {
  MAX_OBJECTION_PICTURES,
  OBJECTION_KINDS,
  objectionKindNames,
  objectionLimits as limits,
  objectionMessages as say,
  type ObjectionKind,
} from '#shared/features/objection/rules.ts'
import type { Publication } from '#shared/features/publication/contract.ts'
import { isOwnerPhone } from '#shared/owner/numbers.ts'
import { phoneNumbers } from '#shared/owner/owners.ts'
import { parseTime } from '#shared/time/chinaTime.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { PastMomentItem } from '../../../ui/date/PastMomentItem.tsx'
import { judged } from '../../../ui/fieldRules.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { VoterPicker } from '../../ballot/parts/VoterPicker.tsx'
import { PicturesItem } from '../../file/parts/attachments/AttachmentField.tsx'
import { objectionReads, publicationSaid } from './objectionWords.ts'
import styles from './objection.module.css'
import { TextItem } from '../../../ui/TextItem.tsx'

interface ObjectionForm {
  readonly publicationId?: string
  readonly kind?: ObjectionKind
  readonly topicIds?: readonly string[]
  readonly name: string
  readonly phone?: string
  readonly receivedAt: string
  readonly text: string
  readonly pictures?: readonly string[]
}

interface ObjectionDialogProps {
  /** The proposed time, in the form's format; null closes the dialog. */
  readonly at: string | null
  readonly activity: Activity
  /** The publications that it can refer to. */
  readonly publications: readonly Publication[]
  readonly onClose: () => void
}

/** 登记异议: registers what an owner objects to, and which ballot and topics it concerns. */
export function ObjectionDialog({ at, activity, publications, onClose }: ObjectionDialogProps) {
  const { send } = useSend('objection.save', { refreshes: objectionReads, success: ({ number }) => `已登记为异议${number}` })
  const [voter, setVoter] = useState<Voter | null>(null)
  const submit = async ({ publicationId = '', kind, topicIds = [], name, phone = '', receivedAt, text, pictures = [] }: ObjectionForm): Promise<boolean> => {
    if (kind === undefined) return false
    const about = { activityId: activity.id, publicationId, kind, ballotId: voter?.ballotId ?? '', topicIds: [...topicIds] }
    const { ok } = await send({ body: { ...about, name, phone, receivedAt: parseTime(receivedAt), text, pictures: [...pictures] } })
    if (ok) setVoter(null)
    return ok
  }
  const close = () => {
    setVoter(null)
    onClose()
  }
  return (
    <FormDialog<ObjectionForm>
      title="登记异议"
      isOpen={at !== null}
      initialValues={{ receivedAt: at ?? '', pictures: [] }}
      onSubmit={submit}
      onClose={close}
      submitText="登记"
      width={800}
    >
      <Form.Item<ObjectionForm> name="kind" label="异议种类" rules={[{ required: true, message: '请选择异议种类' }]} validateTrigger="onChange">
        <Radio.Group options={OBJECTION_KINDS.map((kind) => ({ value: kind, label: objectionKindNames[kind] }))} />
      </Form.Item>
      <div className={styles.picker}>
        <VoterPicker inForm="optional" label="涉及的房屋（可不选）" activityId={activity.id} value={voter} onChange={setVoter} />
      </div>
      <Form.Item<ObjectionForm> name="topicIds" label="涉及的议题">
        <Select
          mode="multiple"
          allowClear
          placeholder="可不选"
          options={activity.topics.map(({ id, sortNo, title }) => ({ value: id, label: `${sortNo}. ${title}` }))}
        />
      </Form.Item>
      {publications.length === 0 ? null : (
        <Form.Item<ObjectionForm> name="publicationId" label="针对的公示">
          <Select allowClear placeholder="可不选" options={publications.map((each) => ({ value: each.id, label: publicationSaid(each) }))} />
        </Form.Item>
      )}
      <Who />
      <TextItem<ObjectionForm> name="text" limit={limits.text} lines={[3, 8]} placeholder="照业主的原话写，如：我投的是反对" />
      <PicturesItem label="异议书等图片" max={MAX_OBJECTION_PICTURES} />
    </FormDialog>
  )
}

/** Who objects, and when it was received. */
function Who() {
  return (
    <div className={styles.row}>
      <TextItem<ObjectionForm> name="name" limit={limits.name} />
      <Form.Item<ObjectionForm>
        name="phone"
        label={limits.phone.label}
        rules={[judged((typed = '') => (typed.trim() === '' || isOwnerPhone(phoneNumbers(typed)) ? null : say.phoneShape))]}
      >
        <Input placeholder="可不填" maxLength={limits.phone.max} />
      </Form.Item>
      <PastMomentItem name="receivedAt" label="收到时间" inFuture={say.inFuture} />
    </div>
  )
}
