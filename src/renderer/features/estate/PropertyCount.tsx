import { Tooltip } from 'antd'
import type { Estate } from '#shared/features/estate/contract.ts'
import { DEFAULT_CATEGORY, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import styles from './estate.module.css'

/** How many properties an estate has; pointed at, what they are, where not all are dwellings. */
export function PropertyCount({ estate: { propertyCount, categories } }: { readonly estate: Estate }) {
  const total = formatCount(propertyCount)
  if (categories.every(({ category }) => category === DEFAULT_CATEGORY)) return total
  const rows = categories.map(({ category, propertyCount: count, areaHundredths }) => (
    <div key={category} className="tabular">
      {propertyCategoryNames[category]} {formatCount(count)} 套，{formatArea(areaHundredths)}㎡
    </div>
  ))
  return (
    <Tooltip title={rows} trigger={['hover', 'focus', 'click']}>
      <button type="button" className={`${styles.propertyCount} tabular`}>
        {total}
      </button>
    </Tooltip>
  )
}
