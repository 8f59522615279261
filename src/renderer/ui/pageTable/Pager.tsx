import { Flex, Pagination, Select } from 'antd'
import { PAGE_SIZES } from '#shared/contract/page.ts'
import { formatCount } from '../numbers.ts'
import type { PageState } from '../usePageState.ts'

/** `共 N 条，面积合计 … · 10条/页 · ‹ 1 2 › 前往`. */
export function Pager({ total, totals, paging }: { readonly total: number; readonly totals: string; readonly paging: PageState }) {
  return (
    <Flex className="page-table-pager" align="center" justify="flex-end" gap="middle" wrap>
      {totals === '' ? null : <span className="page-table-totals tabular">{totals}</span>}
      <span className="tabular">共 {formatCount(total)} 条</span>
      <Select
        aria-label="每页条数"
        value={paging.pageSize}
        onChange={paging.resize}
        options={PAGE_SIZES.map((size) => ({ value: size, label: `${size}条/页` }))}
      />
      <Pagination
        current={paging.pageNo}
        pageSize={paging.pageSize}
        total={total}
        onChange={(pageNo) => paging.show(pageNo)}
        showSizeChanger={false}
        showQuickJumper
      />
    </Flex>
  )
}
