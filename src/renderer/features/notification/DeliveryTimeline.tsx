import { Timeline } from 'antd'
import { voteSourceName, type Notification } from '#shared/features/notification/contract.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { EvidenceTags } from './EvidenceTags.tsx'
import { evidenceFacts } from './evidenceWords.ts'
import { channelName, propertiesInWords, minutesOf, resultWords, statusWords } from './notifyWords.ts'
import styles from './notification.module.css'

/** Deliveries one under the other, newest first. */
export function DeliveryTimeline({ records }: { readonly records: readonly Notification[] }) {
  return (
    <Timeline
      items={records.map((record, index) => ({
        key: `${record.rosterPropertyId} ${record.deliveredAt} ${index}`,
        color: record.status === 1 ? 'green' : 'blue',
        content: <DeliveryRecord record={record} />,
      }))}
    />
  )
}

function DeliveryRecord({ record }: { readonly record: Notification }) {
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
  return (
    <article className={styles.historyRecord} aria-label={`${minutesOf(record.deliveredAt)} ${resultWords(record.status)}`}>
      <h2 className={styles.historyResult}>
        <StateTag tone={statusWords(record.status).tone}>{resultWords(record.status)}</StateTag>
        <span className="tabular">{minutesOf(record.deliveredAt)}</span>
        <EvidenceTags judged={record} />
      </h2>
      <dl className={styles.historyFacts}>
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
