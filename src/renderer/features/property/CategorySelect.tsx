import { Select } from 'antd'
import { propertyCategories, propertyCategoryNames, type PropertyCategory } from '#shared/features/property/categories.ts'
import styles from './property.module.css'

interface CategorySelectProps {
  /** null for all. */
  readonly value: PropertyCategory | null
  readonly onChange: (category: PropertyCategory | null) => void
}

const options = [{ value: 0, label: '全部用途' }, ...propertyCategories.map((value) => ({ value, label: propertyCategoryNames[value] }))]

/** What the list is limited to by what a property is. */
export function CategorySelect({ value, onChange }: CategorySelectProps) {
  return (
    <Select<PropertyCategory | 0>
      className={styles.propertyCategory}
      aria-label="用途"
      options={options}
      value={value ?? 0}
      onChange={(chosen) => onChange(chosen === 0 ? null : chosen)}
    />
  )
}
