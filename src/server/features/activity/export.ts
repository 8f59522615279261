import { formatTime } from '#shared/time/chinaTime.ts'
import type { ActivitySort } from '#shared/features/activity/contract.ts'
import { dictionaries } from '#shared/features/dictionary/labels.ts'
import { searchWords } from '#shared/text/normalise.ts'
import { pagesOf, type ListExport } from '../../exports/kind.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { activityStore } from './store.ts'

type Row = Awaited<ReturnType<ReturnType<typeof activityStore>['page']>>['rows'][number]

const nameOf = (entries: readonly { readonly name: string; readonly value: number }[], value: number): string =>
  entries.find((entry) => entry.value === value)?.name ?? ''

/** 投票活动. */
export const activityExport: ListExport<{ readonly scope: EstateScope; readonly name: string; readonly sort?: ActivitySort }, Row> = {
  sheet: '投票活动',
  columns: () => [
    { title: '小区', width: 20, kind: 'text', value: (row) => row.estate_name },
    { title: '标题', width: 40, kind: 'text', value: (row) => row.title },
    { title: '简介', width: 40, kind: 'text', value: (row) => row.summary },
    { title: '计票方式', width: 24, kind: 'text', value: (row) => nameOf(dictionaries.TicketType, row.counting_rule) },
    { title: '开始时间', width: 18, kind: 'centred', value: (row) => formatTime(row.starts_at).slice(0, 16) },
    { title: '结束时间', width: 18, kind: 'centred', value: (row) => formatTime(row.ends_at).slice(0, 16) },
    { title: '状态', width: 10, kind: 'centred', value: (row) => nameOf(dictionaries.vote_activity_status, row.status) },
  ],

  async open(db, { scope, name, sort }) {
    const read = (offset: number, limit: number) => activityStore(db).page(scope, searchWords(name), sort ?? null, offset, limit)
    const { total } = await read(0, 1)
    return {
      title: '投票活动',
      belongsTo: { name: '投票活动列表' },
      scope: name === '' ? '全部' : name,
      about: [`共 ${total} 个活动`],
      rowCount: total,
      totals: {},
      rows: pagesOf(read),
    }
  },
}
