import type { ReactNode } from 'react'
import type { UnsettledReason } from '#shared/features/property/contract.ts'
import { formatArea } from '../../../../ui/numbers.ts'
import { placeSpellingFaults } from './placeSpellingFaults.ts'
import styles from './unsettled.module.css'

/** A property as the list shows it. */
export interface ListedProperty {
  readonly id: string
  /** As it is stored. */
  readonly place: string
  readonly ownerName: string
  readonly areaHundredths: number
}

/** Properties that have or would have one place. */
export interface ListedPlace<Property extends ListedProperty> {
  readonly place: string
  readonly reason: UnsettledReason
  readonly properties: readonly Property[]
}

interface UnsettledListProps<Property extends ListedProperty> {
  readonly places: readonly ListedPlace<Property>[]
  /** What can be done with a property. */
  readonly renderActions?: (property: Property) => ReactNode
}

/** Properties whose places somebody has to decide on, place by place. */
export function UnsettledList<Property extends ListedProperty>({ places, renderActions }: UnsettledListProps<Property>) {
  return (
    <ul className={styles.places} aria-label="位置待处理的房产">
      {places.map((place) => (
        <li key={`${place.reason} ${place.place}`}>
          <span className={styles.place}>
            {place.place}：{what(place)}
          </span>
          <ul>
            {place.properties.map((property) => (
              <li key={property.id} className={styles.property}>
                <span>
                  {property.place} <Odd place={property.place} />
                </span>
                <span>{property.ownerName}</span>
                <span className="tabular">{formatArea(property.areaHundredths)}㎡</span>
                {renderActions?.(property)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function what({ reason, properties }: ListedPlace<ListedProperty>): string {
  if (reason === 'separator') return '位置含有 ▶，会与楼栋、单元的分隔混淆，请改成别的写法'
  return properties.length > 1
    ? `${properties.length} 套房产整理后是同一个位置，是同一套的请删除多余的，不是的请改成不同的位置`
    : '写法需要整理，核对后重新提交即可'
}

function Odd({ place }: { readonly place: string }) {
  const words = placeSpellingFaults(place)
  return words.length === 0 ? null : <span className={styles.odd}>{words.join('，')}</span>
}
