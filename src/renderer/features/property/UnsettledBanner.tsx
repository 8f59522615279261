import { Alert, Button } from 'antd'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { UnsettledList } from './parts/unsettled/UnsettledList.tsx'
import styles from './property.module.css'

interface UnsettledBannerProps {
  readonly estateId: string
  readonly onEdit: (property: Property) => void
  readonly onDelete: (property: Property) => void
}

/** The properties of an estate whose places somebody has to decide on, until it is done; nothing if there is none. */
export function UnsettledBanner({ estateId, onEdit, onDelete }: UnsettledBannerProps) {
  const { data = [] } = useEndpoint('property.unsettledPlaces', { query: { estateId } }, { errors: 'caller' })
  if (data.length === 0) return null
  const places = data.map(({ properties, ...place }) => ({
    ...place,
    properties: properties.map((property) => ({ ...property, place: placeInWords(property) })),
  }))
  return (
    <Alert
      className={styles.propertyUnsettled}
      data-testid="unsettled"
      type="warning"
      showIcon
      title={`有 ${formatCount(data.length)} 个位置需要您决定：整理历史数据时，这些房产的位置没有改动`}
      description={
        <UnsettledList
          places={places}
          renderActions={(property) => (
            <span>
              <Allowed call="property.update">
                <Button type="link" size="small" aria-label={`编辑 ${property.place} ${property.ownerName}`} onClick={() => onEdit(property)}>
                  编辑
                </Button>
              </Allowed>
              <Allowed call="property.delete">
                <Button type="link" size="small" danger aria-label={`删除 ${property.place} ${property.ownerName}`} onClick={() => onDelete(property)}>
                  删除
                </Button>
              </Allowed>
            </span>
          )}
        />
      }
    />
  )
}
