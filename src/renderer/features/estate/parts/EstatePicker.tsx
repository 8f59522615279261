import { Select } from 'antd'
import type { ChosenEstate } from './useChosenEstate.ts'
import styles from './estatePicker.module.css'

/** Selects a screen's estate; used with {@link useChosenEstate}. */
export function EstatePicker({ chosen }: { readonly chosen: ChosenEstate }) {
  const { estateId, choose, estates, query } = chosen
  return (
    <Select
      className={styles.estatePicker}
      data-testid="estate-picker"
      aria-label="小区"
      placeholder="请选择小区"
      value={estateId}
      onChange={choose}
      loading={query.isPending}
      options={estates.map(({ id, name }) => ({ value: id, label: name }))}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="还没有小区，请先在“小区管理”中登记"
    />
  )
}
