import { Form, Select } from 'antd'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { AccountStatus, isAllowed } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

interface HandoverDialogProps {
  /** null: closed. */
  readonly activity: ActivityRow | null
  readonly onClose: () => void
}

/** 移交: gives an activity another creator, for one who has left (`trust.md` section 1). */
export function HandoverDialog({ activity, onClose }: HandoverDialogProps) {
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
  const { data, isPending } = useEndpoint('account.list', { query: { name: '', status: AccountStatus.active, pageNo: 1, pageSize: MAX_PAGE_SIZE } })
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
