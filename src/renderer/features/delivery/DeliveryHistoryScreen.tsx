import { Button, Timeline } from 'antd'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { IncompletePage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { AwaitedPage, PageFrame } from '../../app-context/PageFrame.tsx'
import { useAddressQuery, useNavigate } from '../../app-context/navigation.ts'
import { useTabTitle } from '../../app-context/tab.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import styles from './delivery.module.css'
import { type RecordedDelivery, voteSourceName } from '#shared/features/delivery/contract.ts'
import { deliveryVoidReasons } from '#shared/features/delivery/rules.ts'
import { deliveryRecord as record } from '#shared/records/delivery.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { deliveryReads } from './deliveryReads.ts'
import { minutesOf, channelName, propertiesInWords, resultWords, statusWords } from './deliveryWords.ts'
import { voidInWords } from '#shared/features/delivery/voided.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { EvidenceTags } from './EvidenceTags.tsx'
import { evidenceFacts } from './evidenceWords.ts'

/** 送达记录 (`console.md` section 2, Notification history): deliveries to the owner of a roster property. */
export function DeliveryHistoryScreen() {
  const query = useAddressQuery()
  const rosterPropertyId = query.get('activitypropertyid') ?? ''
  return rosterPropertyId === '' ? <IncompletePage /> : <PropertyHistory rosterPropertyId={rosterPropertyId} />
}

function PropertyHistory({ rosterPropertyId }: { readonly rosterPropertyId: string }) {
  const property = useEndpoint('ballot.property', { query: { rosterPropertyId } })
  const records = useEndpoint('notification.records', { query: { rosterPropertyId } })
  const voidDelivery = useVoidDelivery(() => void records.refetch())
  useTabTitle(property.data?.place)
  const isGone = [property.error, records.error].some((error) => isRefusedFor(error?.failure, 'property.notFound', 'notification.notInRoster'))
  if (isGone) return <GoneProperty />
  if (!property.data || !records.data) {
    const retry = () => {
      void property.refetch()
      void records.refetch()
    }
    return <AwaitedPage failure={(records.error ?? property.error)?.message ?? null} onRetry={retry} />
  }
  return (
    <PageFrame
      actions={
        <>
          <Act text="刷新" loading={records.isFetching} onClick={() => void records.refetch()} />
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
      {sharedProperties.length > 0 ? <span className="quiet">与 {sharedProperties.map((each) => each.place).join('、')} 同一票权，记录一并列出</span> : null}
    </p>
  )
}

/** Returns to the delivery list of the property's activity. */
function BackToList({ activityId }: { readonly activityId: string }) {
  const navigate = useNavigate()
  const { activity } = useActivity(activityId)
  return (
    <Button type="primary" disabled={!activity} onClick={() => activity && navigate(activityPaths.deliveries(activity))}>
      返回送达登记
    </Button>
  )
}

function GoneProperty() {
  return (
    <PageFrame>
      <EmptyState text="该房屋不在票权清册中，可能已被移除" action={<Act text="返回活动列表" type="primary" to={activityPaths.list} />} />
    </PageFrame>
  )
}

/** Voids a delivery, after confirmation and with a reason. Calls `onRefused` if the screen was out of date. */
function useVoidDelivery(onRefused: () => void) {
  const { ask } = useQuestions()
  const sending = useSend('notification.void', { refreshes: deliveryReads, success: '已作废' })
  return ({ deliveryId, place, ownerName, deliveredAt }: RecordedDelivery) =>
    ask({
      title: '确认作废这次送达吗?',
      detail: `${ownerName}，${place}，${minutesOf(deliveredAt)} 的送达。作废后不再计入送达，记录保留；作废不能撤销，送达属实的可以重新登记。`,
      confirmText: '作废',
      isDangerous: true,
      reason: { ...record.voidReason, ready: deliveryVoidReasons },
      onConfirm: async (reason) => {
        const sent = await sending.send({ body: { deliveryId, reason } })
        if (!sent.ok) onRefused()
      },
    })
}

interface DeliveryTimelineProps {
  readonly records: readonly RecordedDelivery[]
  readonly onVoid: (record: RecordedDelivery) => void
}

/** Deliveries as a timeline, newest first; void ones are struck through. */
function DeliveryTimeline({ records, onVoid }: DeliveryTimelineProps) {
  return (
    <Timeline
      items={records.map((record) => ({
        key: record.deliveryId,
        color: isVoid(record) ? 'gray' : record.status === 1 ? 'green' : 'blue',
        content: <ShownDelivery record={record} onVoid={() => onVoid(record)} />,
      }))}
    />
  )
}

const isVoid = ({ voidedAt }: RecordedDelivery): boolean => voidedAt !== null

function ShownDelivery({ record, onVoid }: { readonly record: RecordedDelivery; readonly onVoid: () => void }) {
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['送达方式', voteSourceName(record.voteSource)],
    ['送达人', record.deliveredBy],
    ...evidenceFacts(record),
    ['登记人', record.creator],
    ['登记时间', minutesOf(record.createdAt)],
    ['渠道', channelName(record.notifyWay)],
    ['送达房屋', record.propertyCount > 1 ? record.place : ''],
    ['涉及房屋', propertiesInWords(record)],
    ['备注', record.remark],
  ]
  const time = minutesOf(record.deliveredAt)
  return (
    <article className={styles.historyRecord} aria-label={`${time} ${isVoid(record) ? '已作废' : resultWords(record.status)}`}>
      <h2 className={styles.historyResult}>
        {isVoid(record) ? <StateTag tone="grey">已作废</StateTag> : <StateTag tone={statusWords(record.status).tone}>{resultWords(record.status)}</StateTag>}
        {isVoid(record) ? <del className="tabular">{time}</del> : <span className="tabular">{time}</span>}
        <EvidenceTags judged={record} />
        {record.mayVoid ? <Act text="作废" size="small" aria-label={`作废 ${time} 的送达`} onClick={onVoid} /> : null}
      </h2>
      {isVoid(record) ? <p className={styles.historyVoid}>{voidInWords(record)}</p> : null}
      <dl className={isVoid(record) ? `${styles.historyFacts} ${styles.voidedFacts}` : styles.historyFacts}>
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      {record.pictures.length > 0 ? <StoredPictures paths={record.pictures} label="送达照片" /> : null}
    </article>
  )
}
