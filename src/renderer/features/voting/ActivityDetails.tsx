import { Collapse } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatusTag } from '../activity/parts/ActivityStatusTag.tsx'
import { ExtendedTag, extensionInWords } from '../activity/parts/ExtendedTag.tsx'
import { StoredDocument } from '../file/parts/attachments/StoredDocument.tsx'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import styles from './desk.module.css'

const minutes = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

/** What is voted on: one line, and the whole of it when it is opened. */
export function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const { title, estateName, startsAt, endsAt, status } = activity
  const head = (
    <span className={styles.activityHead}>
      <span className={styles.activityTitle} title={title}>
        {title}
      </span>
      <ActivityStatusTag status={status} />
      <ExtendedTag activity={activity} />
      <span className={styles.activityEstate} title={estateName}>
        {estateName}
      </span>
      <span className={`tabular ${styles.activityTime}`}>
        {minutes(startsAt)} 至 {minutes(endsAt)}
      </span>
    </span>
  )
  return <Collapse className={styles.activity} size="small" items={[{ key: 'details', label: head, children: <Details activity={activity} /> }]} />
}

function Details({ activity: { title, estateName, startsAt, endsAt, extensions, summary, detail, pictures, files } }: { readonly activity: Activity }) {
  return (
    <dl className={styles.facts}>
      <dt>活动标题</dt>
      <dd>{title}</dd>
      <dt>小区</dt>
      <dd>{estateName}</dd>
      <dt>开始时间</dt>
      <dd className="tabular">{minutes(startsAt)}</dd>
      <dt>结束时间</dt>
      <dd className="tabular">{minutes(endsAt)}</dd>
      {extensions.length === 0 ? null : (
        <>
          <dt>延期</dt>
          <dd className="tabular">{extensions.map(extensionInWords).join('；')}</dd>
        </>
      )}
      <dt>活动简介</dt>
      <dd className={styles.activityText}>{summary === '' ? '无' : summary}</dd>
      <dt>活动详情</dt>
      <dd className={styles.activityText}>{detail === '' ? '无' : detail}</dd>
      <dt>图片</dt>
      <dd>{pictures.length === 0 ? '无' : <StoredPictures paths={pictures} label="活动图片" />}</dd>
      <dt>附件</dt>
      <dd>{files.length === 0 ? '无' : files.map((file) => <StoredDocument key={file.url} document={file} />)}</dd>
    </dl>
  )
}
