import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/contract/values.ts'
import type { Account } from '#shared/features/account/contract.ts'
import { roleNames } from '#shared/features/account/labels.ts'
import { accountMessages as say, isPassword } from '#shared/features/account/rules.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Masked } from '../../ui/Masked.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { usePaging } from '../../ui/usePaging.ts'
import { useSort } from '../../ui/useSort.ts'
import './administration.css'

const TABLE = 'accounts'
const roleName = ({ roles }: Account): string => roleNames[roles.includes('admin') ? 'admin' : 'staff']

const columns: readonly PageColumn<Account>[] = [
  { key: 'username', title: '用户名', text: ({ username }) => username, width: 130, isAlwaysShown: true },
  { key: 'nickName', title: '姓名', text: ({ nickName }) => nickName, width: 120 },
  { key: 'phone', title: '手机号', text: () => '', cell: ({ phone }) => <Masked kind="phone" text={phone} />, width: 150 },
  { key: 'role', title: '角色', text: roleName, width: 110 },
  {
    key: 'state',
    title: '状态',
    text: ({ isDisabled }) => (isDisabled ? '已停用' : '正常'),
    cell: ({ isDisabled }) => <StateTag tone={isDisabled ? 'grey' : 'green'}>{isDisabled ? '已停用' : '正常'}</StateTag>,
    width: 84,
  },
  {
    key: 'createdAt',
    title: '注册时间',
    text: ({ createdAt }) => (createdAt === null ? '' : formatTime(createdAt)),
    kind: 'time',
    width: 170,
    isStretched: true,
    sort: 'time',
  },
]

/** 账号管理: roles, disabling, new passwords. Nobody can do these to themselves. */
export function AccountsScreen() {
  const me = useCurrentUser()
  const [name, setName] = useState('')
  const [resetting, setResetting] = useState<Account | null>(null)
  const { sort, sorting } = useSort(['time'])
  const paging = usePaging(TABLE, [name, sort])
  const query = useEndpoint(
    'account.list',
    { query: { name, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true, errors: 'caller' },
  )
  const { ask } = useQuestions()
  const setRole = useSend('account.setRole', { refreshes: ['account.list'], success: '修改成功' })
  const setDisabled = useSend('account.setDisabled', { refreshes: ['account.list'], success: '修改成功' })
  const who = ({ nickName, username }: Account): string => `${nickName}（${username}）`

  const askRole = (account: Account) => {
    const isAdmin = account.roles.includes('admin')
    ask({
      title: isAdmin ? `把 ${who(account)} 改为工作人员吗?` : `把 ${who(account)} 改为系统管理员吗?`,
      detail: isAdmin ? '此后不能再管理账号和查看操作日志' : '系统管理员可以管理所有账号、查看操作日志',
      confirmText: '确认修改',
      onConfirm: () => setRole.send({ body: { userId: account.id, role: isAdmin ? 'staff' : 'admin' } }),
    })
  }
  const askDisabled = (account: Account) =>
    ask({
      title: account.isDisabled ? `启用${who(account)}吗?` : `停用${who(account)}吗?`,
      detail: account.isDisabled ? '启用后可以重新登录' : '停用后立即退出登录，不能再登录；已登记的数据都会保留',
      confirmText: account.isDisabled ? '启用' : '停用',
      isDangerous: !account.isDisabled,
      onConfirm: () => setDisabled.send({ body: { userId: account.id, isDisabled: !account.isDisabled } }),
    })

  const rowActions = (account: Account) =>
    account.id === me.id ? (
      <span className="accounts-self">当前账号</span>
    ) : (
      <div className="row-actions">
        <Button type="link" size="small" onClick={() => askRole(account)}>
          {account.roles.includes('admin') ? '改为工作人员' : '改为管理员'}
        </Button>
        <Button type="link" size="small" onClick={() => setResetting(account)}>
          重置密码
        </Button>
        <Button type="link" size="small" danger={!account.isDisabled} onClick={() => askDisabled(account)}>
          {account.isDisabled ? '启用' : '停用'}
        </Button>
      </div>
    )
  return (
    <PageFrame
      title={usePageTitle()}
      filters={<SearchBox label="用户名、姓名" value={name} onSearch={setName} onRepeat={() => void query.refetch()} isSearching={query.isFetching} />}
    >
      <PageTable
        name={TABLE}
        label="账号列表"
        columns={columns}
        query={query}
        paging={paging}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        sorting={sorting}
        tools={<ExportButton endpoint="account.export" query={{ name, sort }} name="账号" isPersonal count={query.data?.total} />}
        actionsWidth={260}
        actions={rowActions}
        empty={<EmptyState text={name === '' ? '还没有其他账号，请同事在登录页注册' : `没有找到“${name}”，请换个条件再查`} />}
      />
      <ResetPasswordDialog account={resetting} onClose={() => setResetting(null)} />
    </PageFrame>
  )
}

/** 重置密码: the new one reaches its owner by word of mouth. */
function ResetPasswordDialog({ account, onClose }: { readonly account: Account | null; readonly onClose: () => void }) {
  const reset = useSend('account.resetPassword', { refreshes: ['account.list'], success: '修改成功，请把新密码告诉本人' })
  return (
    <FormDialog<{ newPassword: string }>
      title={account ? `重置 ${account.nickName}（${account.username}）的密码` : '重置密码'}
      isOpen={account !== null}
      width={460}
      initialValues={{ newPassword: '' }}
      onSubmit={async ({ newPassword }) => account !== null && (await reset.send({ body: { userId: account.id, newPassword } })).ok}
      onClose={onClose}
    >
      <Form.Item
        name="newPassword"
        label="新密码"
        extra="重置后该账号在所有电脑上退出登录；登录失败的锁定同时解除"
        rules={[
          { required: true, message: say.newPasswordMissing },
          { validator: (_rule, value: string) => (value === '' || isPassword(value) ? Promise.resolve() : Promise.reject(new Error(say.passwordShape))) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} placeholder="至少8位，含字母和数字" />
      </Form.Item>
    </FormDialog>
  )
}
