import { formatTime } from '#shared/time/chinaTime.ts'
import type { Account } from '#shared/features/account/contract.ts'
import { AccountStatus, accountStatusNames, roleNames } from '#shared/features/account/roles.ts'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import type { PageColumn } from '../../ui/PageTable.tsx'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'
import styles from './administration.module.css'

const roleName = ({ roles }: Account): string => roles.map((role) => roleNames[role]).join('、')
const statusTones: Readonly<Record<AccountStatus, Tone>> = {
  [AccountStatus.waiting]: 'orange',
  [AccountStatus.active]: 'green',
  [AccountStatus.disabled]: 'grey',
}

export const accountColumns: readonly PageColumn<Account>[] = [
  { key: 'username', title: '用户名', text: ({ username }) => username, width: 120, isAlwaysShown: true },
  { key: 'nickName', title: '姓名', text: ({ nickName }) => nickName, width: 96 },
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
