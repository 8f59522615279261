import { Radio } from 'antd'
import { formatCount } from '../../ui/numbers.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { shareOf, statusFilters, type StatusFilter } from './notifyWords.ts'
import { UnitCascader } from './parts/places/UnitCascader.tsx'
import type { NotificationPage } from './useNotificationPage.ts'

/** Which properties the list shows: by words, building or unit, and status with its number. */
export function NotificationFilters({ activityId, page }: { readonly activityId: string; readonly page: NotificationPage }) {
  const { query, counts, picked, change, showAll } = page
  const { condition, status } = page.filters
  return (
    <SearchBox
      label="房屋、姓名、手机号、证件号"
      value={condition}
      onSearch={(searched) => change({ condition: searched })}
      onReset={showAll}
      onRepeat={() => void query.refetch()}
      isSearching={query.isFetching}
    >
      <UnitCascader activityId={activityId} value={picked} onChange={(paths) => change({ picked: paths })} />
      <Radio.Group
        aria-label="送达状态"
        optionType="button"
        value={status}
        options={statusFilters.map(({ value, label }) => ({
          value,
          label: counts.data ? `${label} ${formatCount(shareOf(counts.data, value).count)}` : label,
        }))}
        onChange={(event) => change({ status: event.target.value as StatusFilter })}
      />
    </SearchBox>
  )
}
