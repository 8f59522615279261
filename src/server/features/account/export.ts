import { formatTime } from '#shared/contract/values.ts'
import type { AccountSort } from '#shared/features/account/contract.ts'
import { roleNames } from '#shared/features/account/labels.ts'
import { searchWords } from '#shared/text/normalise.ts'
import { pagesOf, type ListExport } from '../../exports/kind.ts'
import { accountStore } from './store.ts'

type Row = Awaited<ReturnType<ReturnType<typeof accountStore>['page']>>['rows'][number]

/** 账号管理. */
export const accountExport: ListExport<{ readonly name: string; readonly sort?: AccountSort }, Row> = {
  sheet: '账号',
  columns: (shown) => [
    { title: '用户名', width: 22, kind: 'text', value: (row) => row.username },
    { title: '姓名', width: 16, kind: 'text', value: (row) => row.nick_name },
    { title: '手机号', width: 16, kind: 'text', value: (row) => shown.phone(row.phone) },
    { title: '角色', width: 14, kind: 'centred', value: (row) => roleNames[row.role] },
    { title: '状态', width: 10, kind: 'centred', value: (row) => (row.is_disabled === 1 ? '已停用' : '正常') },
    { title: '注册时间', width: 20, kind: 'centred', value: (row) => formatTime(row.created_at) },
  ],

  async open(db, { name, sort }) {
    const read = (offset: number, limit: number) => accountStore(db).page(searchWords(name), sort ?? null, offset, limit)
    const { total } = await read(0, 1)
    return {
      title: '账号',
      belongsTo: { name: '账号列表' },
      scope: name === '' ? '全部' : name,
      about: [`共 ${total} 个账号`],
      rowCount: total,
      totals: {},
      rows: pagesOf(read),
    }
  },
}
