import { useState, type ReactNode } from 'react'
import { Form, Select } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { type StatusStep, activityLimits, extensionReasons, extensionRefusal } from '#shared/features/activity/rules.ts'
import { NOTHING_TO_DELETE } from '#shared/contract/batch.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useDeleteRows } from '../../ui/useDeleteRows.ts'
import type { Selection } from '../../ui/useSelection.ts'
import { useTakeStep } from './parts/activityPath/useTakeStep.tsx'
import { activityPaths } from './parts/activityPaths.ts'
import { batchDeleteInWords, type ActionKey } from './rowActions.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { AccountStatus, isAllowed } from '#shared/features/account/roles.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { parseTime } from '#shared/time/chinaTime.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { DateField } from '../../ui/date/DateField.tsx'
import { dateRule, fieldRules, judged } from '../../ui/fieldRules.ts'
import { minutesOf } from '../../ui/moments.ts'
import { ReasonField } from '../../ui/ReasonField.tsx'

interface ActivityActions {
  readonly act: (action: Exclude<ActionKey, 'delete'>, activity: ActivityRow) => void
  /** Must be rendered by the screen: the dialogs for changing an activity's status, end or creator. */
  readonly question: ReactNode
}

/** Actions of an activity's buttons, in the list and on its page. */
export function useActivityActions(): ActivityActions {
  const navigate = useNavigate()
  const { take, question } = useTakeStep()
  const [extended, setExtended] = useState<ActivityRow | null>(null)
  const [handedOver, setHandedOver] = useState<ActivityRow | null>(null)
  const copy = useSend('activity.copy', { refreshes: ['activity.list', 'activity.unfinished'], success: '复制成功，请修改标题和投票时间' })
  /** Opens the copy in the editor, since at least its times must be changed. */
  const copyAndEdit = async ({ id }: ActivityRow) => {
    const sent = await copy.send({ body: { id } })
    if (sent.ok) navigate(activityPaths.edit(sent.value))
  }
  return {
    act: (action, activity) => {
      if (action === 'copy') void copyAndEdit(activity)
      else if (action === 'extend') setExtended(activity)
      else if (action === 'handover') setHandedOver(activity)
      else if (action === 'start' || action === 'startTally' || action === 'finish') take(action, activity)
      else navigate(addresses[action](activity))
    },
    question: (
      <>
        {question}
        <ExtendDialog activity={extended} onClose={() => setExtended(null)} />
        <HandoverDialog activity={handedOver} onClose={() => setHandedOver(null)} />
      </>
    ),
  }
}

interface ListActions {
  readonly act: (action: ActionKey, activity: ActivityRow) => void
  readonly deleteChosen: () => void
  /** Why the selected activities cannot be deleted; null if they can. */
  readonly deleteRefusal: string | null
  readonly question: ReactNode
}

/** Actions of the activity list's buttons. */
export function useListActions(selection: Selection<ActivityRow>): ListActions {
  const { id: userId } = useCurrentUser()
  const { act, question } = useActivityActions()
  const remove = useSend('activity.delete', {
    refreshes: ['activity.list', 'activity.get', 'activity.unfinished', 'activity.inProgress', 'voting.overview'],
    success: '删除成功',
  })
  const askToDelete = useDeleteRows<ActivityRow>({
    selection,
    nameOf: ({ title }) => title,
    send: (ids) => remove.send({ query: { ids } }),
  })
  return {
    act: (action, activity) => (action === 'delete' ? askToDelete([activity]) : act(action, activity)),
    deleteChosen: () => askToDelete(selection.rows),
    deleteRefusal: selection.rows.length === 0 ? NOTHING_TO_DELETE : batchDeleteInWords(selection.rows, userId),
    question,
  }
}

/** Addresses of the actions that navigate away from the list. */
const addresses: Readonly<Record<Exclude<ActionKey, StatusStep | 'copy' | 'extend' | 'handover' | 'delete'>, (activity: ActivityRow) => string>> = {
  view: activityPaths.overview,
  edit: activityPaths.edit,
  ballots: activityPaths.ballots,
  deliveries: activityPaths.deliveries,
  mark: (activity) => activityPaths.desk(activity, 1),
  vote: (activity) => activityPaths.desk(activity, 2),
  tally: (activity) => activityPaths.desk(activity, 3),
  progress: activityPaths.progress,
  statistics: activityPaths.statistics,
}

interface HandoverDialogProps {
  /** null: closed. */
  readonly activity: ActivityRow | null
  readonly onClose: () => void
}

/** 移交: assigns an activity to another creator, e.g. after the former has left (`trust.md` section 1). */
function HandoverDialog({ activity, onClose }: HandoverDialogProps) {
  const handover = useSend('activity.handover', {
    refreshes: ['activity.list', 'activity.get', 'activity.unfinished', 'activity.inProgress'],
    success: '移交成功',
  })
  return (
    <FormDialog<{ userId: string }>
      title={activity ? `移交“${activity.title}”` : '移交'}
      isOpen={activity !== null}
      width={520}
      submitText="移交"
      initialValues={{}}
      onSubmit={async ({ userId }) => activity !== null && (await handover.send({ body: { id: activity.id, userId } })).ok}
      onClose={onClose}
    >
      <p>移交后，只有新的负责人可以编辑、开启、结束这个活动；已登记的内容都不变。</p>
      <SuccessorField creator={activity?.creator ?? ''} />
    </FormDialog>
  )
}

function SuccessorField({ creator }: { readonly creator: string }) {
  const { data, isPending } = useEndpoint(
    'account.list',
    { query: { name: '', status: AccountStatus.active, pageNo: 1, pageSize: MAX_PAGE_SIZE } },
    { toastsErrors: true },
  )
  const options = (data?.rows ?? [])
    .filter(({ id, roles }) => id !== creator && isAllowed(roles, 'manager'))
    .map(({ id, nickName, username }) => ({ value: id, label: `${nickName}（${username}）` }))
  return (
    <Form.Item name="userId" label="新的负责人" rules={[{ required: true, message: '请选择新的负责人' }]}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        options={options}
        placeholder="请选择"
        notFoundContent="没有别的活动负责人，请先在账号管理中新建"
      />
    </Form.Item>
  )
}

interface ExtendDialogProps {
  /** null: closed. */
  readonly activity: ActivityRow | null
  readonly onClose: () => void
}
interface ExtendValues {
  /** As typed, to the minute, in China standard time. */
  readonly endsAt: string
  readonly reason: string
}

const reasonLimit = activityLimits.extensionReason

const isLater = (before: number) =>
  judged((written: string | undefined) => {
    const reason = extensionRefusal(before, parseTime(written ?? '') ?? 0, Date.now())
    return reason === null ? null : sentenceFor(reason)
  })

/** 延期: sets a later end for a running vote, with a reason that is published. */
function ExtendDialog({ activity, onClose }: ExtendDialogProps) {
  const extend = useSend('activity.extend', {
    refreshes: ['activity.list', 'activity.get', 'activity.unfinished', 'activity.inProgress'],
    success: '延期成功',
  })
  const before = activity?.endsAt ?? 0
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
      <Form.Item name="endsAt" label="延期到" validateFirst rules={[{ required: true, message: '请选择结束时间' }, dateRule('minute'), isLater(before)]}>
        <DateField precision="minute" placeholder="请选择结束时间" />
      </Form.Item>
      <Form.Item name="reason" rules={fieldRules(reasonLimit)}>
        <ReasonField {...reasonLimit} ready={extensionReasons} />
      </Form.Item>
    </FormDialog>
  )
}
