import { formatTime } from '#shared/time/chinaTime.ts'
import type { AccountSort } from '#shared/features/account/contract.ts'
import { accountStatusNames, AccountStatus, roleNames } from '#shared/features/account/roles.ts'
import { accountLabels } from '#shared/features/account/labels.ts'
import { searchWords } from '#shared/text/normalise.ts'
import { pagesOf, type ListExport } from '../../exports/kind.ts'
import { toldScope } from './confining.ts'
import { accountStore } from './store.ts'
import { estatesOf } from './user.ts'

type Row = Awaited<ReturnType<ReturnType<typeof accountStore>['page']>>['rows'][number] & { readonly estateScope: string }

/** 账号管理. */
export const accountExport: ListExport<{ readonly name: string; readonly status: AccountStatus | null; readonly sort?: AccountSort }, Row> = {
  sheet: '账号',
  columns: (shown) => [
    { title: '用户名', width: 22, kind: 'text', value: (row) => row.username },
    { title: '姓名', width: 16, kind: 'text', value: (row) => row.nick_name },
    { title: '手机号', width: 16, kind: 'text', value: (row) => shown.phone(row.phone) },
    { title: '角色', width: 14, kind: 'centred', value: (row) => (row.role === null ? '' : roleNames[row.role]) },
    { title: accountLabels.fields.estateScope, width: 28, kind: 'text', value: (row) => row.estateScope },
    { title: '状态', width: 10, kind: 'centred', value: (row) => accountStatusNames[row.status] },
    { title: '注册时间', width: 20, kind: 'centred', value: (row) => formatTime(row.created_at) },
  ],

  async open(db, { name, status, sort }) {
    const read = async (offset: number, limit: number) => {
      const { rows, total: count } = await accountStore(db).page({ words: searchWords(name), status }, sort ?? null, offset, limit)
      const scopes = await Promise.all(rows.map((row) => toldScope(db, row.role === 'admin' ? null : estatesOf(row))))
      return { rows: rows.map((row, index) => ({ ...row, estateScope: scopes[index]?.estateScope ?? '' })), total: count }
    }
    const { total } = await read(0, 1)
    return {
      title: '账号',
      belongsTo: { name: '账号列表' },
      scope: [status === null ? '' : accountStatusNames[status], name].filter((part) => part !== '').join('，') || '全部',
      about: [`共 ${total} 个账号`],
      rowCount: total,
      totals: {},
      rows: pagesOf(read),
    }
  },
}
