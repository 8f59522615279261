import { Form } from 'antd'
import { parseTime } from '#shared/time/chinaTime.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { activityLimits, extensionReasons, extensionRefusal } from '#shared/features/activity/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { DateField } from '../../ui/date/DateField.tsx'
import { dateRule } from '../../ui/date/dateRule.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { minutesOf } from '../../ui/moments.ts'
import { ReasonField } from '../../ui/ReasonField.tsx'

interface ExtendDialogProps {
  /** null: closed. */
  readonly activity: ActivityRow | null
  readonly onClose: () => void
}
interface ExtendValues {
  /** As it is written, to the minute, in China standard time. */
  readonly endsAt: string
  readonly reason: string
}

const reasonLimit = activityLimits.extensionReason

/** 延期: a vote that is on gets a later end, with a reason that is published with it. */
export function ExtendDialog({ activity, onClose }: ExtendDialogProps) {
  const extend = useSend('activity.extend', {
    refreshes: ['activity.list', 'activity.get', 'activity.unfinished', 'activity.inProgress'],
    success: '延期成功',
  })
  const before = activity?.endsAt ?? 0
  const check = (written: string | undefined): Promise<void> => {
    const reason = extensionRefusal(before, parseTime(written ?? '') ?? 0, Date.now())
    return reason === null ? Promise.resolve() : Promise.reject(new Error(sentenceFor(reason)))
  }
  return (
    <FormDialog<ExtendValues>
      title={activity ? `延期“${activity.title}”` : '延期'}
      isOpen={activity !== null}
      width={608}
      submitText="延期"
      initialValues={{}}
      onSubmit={async ({ endsAt, reason }) =>
        activity !== null && (await extend.send({ body: { id: activity.id, endsAt: parseTime(endsAt) ?? 0, reason: reason.trim() } })).ok
      }
      onClose={onClose}
    >
      <p>
        现在的结束时间是 <b className="tabular">{minutesOf(before)}</b>。延期不能撤销，会写入结果报告和操作日志；请同时向全体业主公告。
      </p>
      <Form.Item
        name="endsAt"
        label="延期到"
        validateFirst
        rules={[{ required: true, message: '请选择结束时间' }, dateRule('minute'), { validator: (_, written: string | undefined) => check(written) }]}
      >
        <DateField precision="minute" placeholder="请选择结束时间" />
      </Form.Item>
      <Form.Item name="reason" rules={fieldRules(reasonLimit)}>
        <ReasonField {...reasonLimit} ready={extensionReasons} />
      </Form.Item>
    </FormDialog>
  )
}
