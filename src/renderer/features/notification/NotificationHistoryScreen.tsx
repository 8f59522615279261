import { Button, Skeleton } from 'antd'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { IncompletePage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { useAddressQuery, useNavigate } from '../../app-context/navigation.ts'
import { usePageTitle, useTabTitle } from '../../app-context/tab.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import { DeliveryTimeline } from './DeliveryTimeline.tsx'
import { useVoidDelivery } from './useVoidDelivery.ts'
import styles from './notification.module.css'

/** 送达记录 (`console.md` section 2, Notification history): what was delivered to the owner of a property of the roster. */
export function NotificationHistoryScreen() {
  const query = useAddressQuery()
  const rosterPropertyId = query.get('activitypropertyid') ?? ''
  return rosterPropertyId === '' ? <IncompletePage /> : <PropertyHistory rosterPropertyId={rosterPropertyId} />
}

function PropertyHistory({ rosterPropertyId }: { readonly rosterPropertyId: string }) {
  const property = useEndpoint('ballot.property', { query: { rosterPropertyId } }, { errors: 'caller' })
  const records = useEndpoint('notification.records', { query: { rosterPropertyId } }, { errors: 'caller' })
  const voidDelivery = useVoidDelivery(() => void records.refetch())
  const title = usePageTitle()
  useTabTitle(property.data?.place)
  const isGone = [property.error, records.error].some((error) => isRefusedFor(error?.failure, 'property.notFound', 'notification.notInRoster'))
  if (isGone) return <GoneProperty />
  const failure = property.data && records.data ? null : (records.error ?? property.error)
  if (failure) {
    const retry = () => {
      void property.refetch()
      void records.refetch()
    }
    return (
      <PageFrame title={title}>
        <FailureState sentence={failure.message} onRetry={retry} />
      </PageFrame>
    )
  }
  if (!property.data || !records.data) {
    return (
      <PageFrame title={title}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </PageFrame>
    )
  }
  return (
    <PageFrame
      title={title}
      actions={
        <>
          <Button loading={records.isFetching} onClick={() => void records.refetch()}>
            刷新
          </Button>
          <BackToList activityId={property.data.activityId} />
        </>
      }
    >
      <PropertyLine property={property.data} />
      {records.data.length === 0 ? (
        <EmptyState text="还没有送达记录。请回到“送达登记”登记或导入" />
      ) : (
        <DeliveryTimeline records={records.data} onVoid={voidDelivery} />
      )}
    </PageFrame>
  )
}

function PropertyLine({ property: { rosterPropertyId, place, ownerName, phone, sharedProperties } }: { readonly property: Voter }) {
  return (
    <p className={styles.historyProperty}>
      <b>{place}</b>
      <span>{ownerName}</span>
      <StoredNumber of={{ kind: 'roster', id: rosterPropertyId }} kind="phone" text={phone} />
      {sharedProperties.length > 0 ? (
        <span className={styles.historyShared}>与 {sharedProperties.map((each) => each.place).join('、')} 同一票权，记录一并列出</span>
      ) : null}
    </p>
  )
}

/** Back to the registration of the activity that the property belongs to. */
function BackToList({ activityId }: { readonly activityId: string }) {
  const navigate = useNavigate()
  const { activity } = useActivity(activityId)
  return (
    <Button type="primary" disabled={!activity} onClick={() => activity && navigate(activityPaths.notify(activity))}>
      返回送达登记
    </Button>
  )
}

function GoneProperty() {
  const navigate = useNavigate()
  return (
    <PageFrame title={usePageTitle()}>
      <EmptyState
        text="该房屋不在票权清册中，可能已被移除"
        action={
          <Button type="primary" onClick={() => navigate(activityPaths.list)}>
            返回活动列表
          </Button>
        }
      />
    </PageFrame>
  )
}
