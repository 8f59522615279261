import { Radio } from 'antd'
import { PAPER_STATES, paperStateNames, type PaperState } from '#shared/features/paper/rules.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { UnitCascader } from '../notification/parts/places/UnitCascader.tsx'
import type { PaperPage } from './usePaperPage.ts'

/** Which papers the list shows: by words or a part of a code, by building or unit, and by state. */
export function PaperFilters({ activityId, page }: { readonly activityId: string; readonly page: PaperPage }) {
  const { query, filters, change, showAll } = page
  return (
    <SearchBox
      label="选票编号、房屋、姓名"
      value={filters.condition}
      onSearch={(condition) => change({ condition })}
      onReset={showAll}
      onRepeat={() => void query.refetch()}
      isSearching={query.isFetching}
    >
      <UnitCascader activityId={activityId} value={filters.picked} onChange={(picked) => change({ picked })} />
      <Radio.Group
        aria-label="选票状态"
        optionType="button"
        value={filters.state}
        options={[{ value: 'all', label: '全部' }, ...PAPER_STATES.map((state) => ({ value: state, label: paperStateNames[state] }))]}
        onChange={(event) => change({ state: event.target.value as PaperState | 'all' })}
      />
    </SearchBox>
  )
}
