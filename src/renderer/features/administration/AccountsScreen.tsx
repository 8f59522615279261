import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Account } from '#shared/features/account/contract.ts'
import { AccountStatus, accountStatusNames, roleNames } from '#shared/features/account/roles.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { useSort } from '../../ui/useSort.ts'
import { useWaitingAccounts } from '../account/parts/useWaitingAccounts.ts'
import { accountInWords, ApproveDialog, CreateAccountDialog, ResetPasswordDialog, RoleDialog } from './accountDialogs.tsx'
import styles from './administration.module.css'
import { formatTime } from '#shared/time/chinaTime.ts'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'

const TABLE = 'accounts'

/** The open dialog and its account. */
type Dialog = { readonly kind: 'approve' | 'role' | 'password'; readonly account: Account } | { readonly kind: 'create' }

/** 账号管理: pending accounts, roles, disabling, new passwords. Users cannot apply these to themselves. */
export function AccountsScreen() {
  const me = useCurrentUser()
  const [name, setName] = useState('')
  const [status, setStatus] = useState<AccountStatus | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { sort, sorting } = useSort(['time'])
  const paging = usePageState(TABLE, [name, status, sort])
  const query = useEndpoint('account.list', { query: { name, status, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const estates = useEndpoint('estate.all', {})
  const columns = accountColumns(new Map(estates.data?.map(({ id, name: of }) => [id, of])))
  const close = () => setDialog(null)
  const about = (kind: 'approve' | 'role' | 'password') => (dialog?.kind === kind ? dialog.account : null)
  const empty = status === AccountStatus.waiting ? '没有等待审核的账号' : '还没有其他账号，请同事在登录页注册，或点“新建账号”'
  const rowActions = (account: Account) =>
    account.id === me.id ? <span className="quiet">当前账号</span> : <RowActions account={account} onOpen={setDialog} />
  return (
    <PageFrame
      actions={
        <Button type="primary" onClick={() => setDialog({ kind: 'create' })}>
          新建账号
        </Button>
      }
    >
      <PageTable
        name={TABLE}
        label="账号列表"
        columns={columns}
        filters={
          <SearchBox label="用户名、姓名" value={name} onSearch={setName} onRepeat={() => void query.refetch()} isSearching={query.isFetching}>
            <StatusFilter status={status} onChange={setStatus} />
          </SearchBox>
        }
        query={query}
        paging={paging}
        rowKey={({ id }) => id}
        rowName={({ username }) => username}
        sorting={sorting}
        tools={<ExportButton endpoint="account.export" query={{ name, status, sort }} name="账号" isPersonal count={query.data?.total} />}
        actionsWidth={270}
        actions={rowActions}
        empty={<EmptyState text={name === '' ? empty : `没有找到“${name}”，请换个条件再查`} />}
      />
      <ApproveDialog account={about('approve')} onClose={close} />
      <RoleDialog account={about('role')} onClose={close} />
      <ResetPasswordDialog account={about('password')} onClose={close} />
      <CreateAccountDialog isOpen={dialog?.kind === 'create'} onClose={close} />
    </PageFrame>
  )
}

/** Filters accounts by status; always shows how many are pending. */
function StatusFilter({ status, onChange }: { readonly status: AccountStatus | null; readonly onChange: (status: AccountStatus | null) => void }) {
  const waiting = useWaitingAccounts()
  const options = [
    { value: 'all', label: '全部' },
    ...Object.values(AccountStatus).map((each) => ({
      value: String(each),
      label: each === AccountStatus.waiting && waiting > 0 ? `${accountStatusNames[each]} ${waiting}` : accountStatusNames[each],
    })),
  ]
  return (
    <Radio.Group
      aria-label="状态"
      optionType="button"
      value={status === null ? 'all' : String(status)}
      options={options}
      onChange={({ target }) => onChange(Object.values(AccountStatus).find((each) => String(each) === target.value) ?? null)}
    />
  )
}

function RowActions({ account, onOpen }: { readonly account: Account; readonly onOpen: (dialog: Dialog) => void }) {
  const { ask } = useQuestions()
  const reject = useSend('account.reject', { refreshes: ['account.list'], success: '已拒绝' })
  const setRole = useSend('account.setRole', { refreshes: ['account.list'], success: '已核对' })
  const setDisabled = useSend('account.setDisabled', { refreshes: ['account.list'], success: '修改成功' })
  const who = accountInWords(account)
  const [role] = account.roles

  const askRejection = () =>
    ask({
      title: `拒绝${who}的注册吗?`,
      detail: '这次注册会被删除；本人可以重新注册',
      confirmText: '拒绝',
      isDangerous: true,
      onConfirm: () => reject.send({ body: { userId: account.id } }),
    })
  const askDisabled = () =>
    ask({
      title: account.isDisabled ? `启用${who}吗?` : `停用${who}吗?`,
      detail: account.isDisabled ? '启用后可以重新登录' : '停用后立即退出登录，不能再登录；已登记的数据都会保留',
      confirmText: account.isDisabled ? '启用' : '停用',
      isDangerous: !account.isDisabled,
      onConfirm: () => setDisabled.send({ body: { userId: account.id, isDisabled: !account.isDisabled } }),
    })

  if (account.status === AccountStatus.waiting) {
    return (
      <div className="row-actions">
        <LineAct text="审核" onClick={() => onOpen({ kind: 'approve', account })} />
        <LineAct text="拒绝" danger onClick={askRejection} />
      </div>
    )
  }
  return (
    <div className="row-actions">
      {account.isToCheck && role ? <LineAct text="角色无误" onClick={() => void setRole.send({ body: { userId: account.id, role } })} /> : null}
      <LineAct text="修改权限" onClick={() => onOpen({ kind: 'role', account })} />
      <LineAct text="重置密码" onClick={() => onOpen({ kind: 'password', account })} />
      <LineAct text={account.isDisabled ? '启用' : '停用'} danger={!account.isDisabled} onClick={askDisabled} />
    </div>
  )
}

const roleName = ({ roles }: Account): string => roles.map((role) => roleNames[role]).join('、')
const statusTones: Readonly<Record<AccountStatus, Tone>> = {
  [AccountStatus.waiting]: 'orange',
  [AccountStatus.active]: 'green',
  [AccountStatus.disabled]: 'grey',
}

/** 全部, or the names of the account's estates. */
function scopeInWords({ estateIds, status }: Account, names: ReadonlyMap<string, string>): string {
  if (status === AccountStatus.waiting) return ''
  if (estateIds === null) return '全部'
  return estateIds.map((id) => names.get(id) ?? '').join('、') || '无'
}

const accountColumns = (estateNames: ReadonlyMap<string, string>): readonly PageColumn<Account>[] => [
  { key: 'username', title: '用户名', text: ({ username }) => username, width: 108, isAlwaysShown: true },
  { key: 'nickName', title: '姓名', text: ({ nickName }) => nickName, width: 84 },
  {
    key: 'phone',
    title: '手机号',
    text: () => '',
    cell: ({ id, phone }) => <StoredNumber of={{ kind: 'account', id }} kind="phone" text={phone} />,
    width: 138,
  },
  {
    key: 'role',
    title: '角色',
    text: roleName,
    cell: (account) => (
      <>
        {roleName(account)}
        {account.isToCheck ? (
          <StateTag tone="orange" className={styles.accountToCheck}>
            待核对
          </StateTag>
        ) : null}
      </>
    ),
    width: 146,
  },
  { key: 'estates', title: '小区范围', text: (account) => scopeInWords(account, estateNames), width: 104 },
  {
    key: 'state',
    title: '状态',
    text: ({ status }) => accountStatusNames[status],
    cell: ({ status }) => <StateTag tone={statusTones[status]}>{accountStatusNames[status]}</StateTag>,
    width: 84,
  },
  {
    key: 'createdAt',
    title: '注册时间',
    text: ({ createdAt }) => (createdAt === null ? '' : formatTime(createdAt)),
    kind: 'time',
    width: 154,
    isStretched: true,
    sort: 'time',
  },
]
