import { Button, Timeline } from 'antd'
import { voteSourceName, type DeliveryRecord } from '#shared/features/notification/contract.ts'
import { voidInWords } from '#shared/features/notification/voided.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { EvidenceTags } from './EvidenceTags.tsx'
import { evidenceFacts } from './evidenceWords.ts'
import { channelName, propertiesInWords, minutesOf, resultWords, statusWords } from './notifyWords.ts'
import styles from './notification.module.css'

interface DeliveryTimelineProps {
  readonly records: readonly DeliveryRecord[]
  readonly onVoid: (record: DeliveryRecord) => void
}

/** Deliveries one under the other, newest first; those that are void are struck. */
export function DeliveryTimeline({ records, onVoid }: DeliveryTimelineProps) {
  return (
    <Timeline
      items={records.map((record) => ({
        key: record.notifyId,
        color: isVoid(record) ? 'gray' : record.status === 1 ? 'green' : 'blue',
        content: <ShownDelivery record={record} onVoid={() => onVoid(record)} />,
      }))}
    />
  )
}

const isVoid = ({ voidedAt }: DeliveryRecord): boolean => voidedAt !== null

function ShownDelivery({ record, onVoid }: { readonly record: DeliveryRecord; readonly onVoid: () => void }) {
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
        {record.mayVoid ? (
          <Button size="small" aria-label={`作废 ${time} 的送达`} onClick={onVoid}>
            作废
          </Button>
        ) : null}
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
