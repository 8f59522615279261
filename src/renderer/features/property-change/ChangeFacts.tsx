import { Alert } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import { lowestToSeeWhole, roleNames } from '#shared/features/account/roles.ts'
import type { PropertyChangeRequest, RosterOutcome } from '#shared/features/property-change/contract.ts'
import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { useSeesMasks } from '../../app-context/may.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { ComparisonTable } from '../../ui/comparison/ComparisonTable.tsx'
import { comparedFields, outcomeInWords } from './changes.ts'
import { ChangeStatusTag } from './ChangeStatusTag.tsx'
import styles from './propertyChange.module.css'

const timeOf = (moment: number | null): string => (moment === null ? '' : formatTime(moment))

/** A request's facts: date, changes, photos, and decision. */
export function ChangeFacts({ request }: { readonly request: PropertyChangeRequest }) {
  const { id, status, createdAt, before, comment, decidedBy, decidedAt, personPictures, propertyPictures, rosters } = request
  return (
    <>
      <p className={styles.about}>
        <ChangeStatusTag request={request} />
        <span className="tabular">申请时间 {timeOf(createdAt)}</span>
        {before.activityTitle === '' ? null : <span>投票活动 {before.activityTitle}</span>}
      </p>
      <ComparisonTable
        label="变更前后对照"
        heads={['项目', '变更前', '变更后']}
        fields={comparedFields(request)}
        nothing="未填写"
        numberCell={(side, number) => <StoredNumber of={{ kind: 'change', id, side }} {...number} />}
      />
      <div className={styles.pictures}>
        <Photos label="身份证件照片" paths={personPictures} />
        <Photos label="房产证件照片" paths={propertyPictures} />
      </div>
      {rosters.length === 0 ? null : <Rosters outcomes={rosters} />}
      {status === ChangeStatus.pending ? null : (
        <dl className={styles.decision}>
          {decidedAt === null ? null : (
            <>
              <dt>审批人</dt>
              <dd>{decidedBy}</dd>
              <dt>审批时间</dt>
              <dd className="tabular">{timeOf(decidedAt)}</dd>
            </>
          )}
          <dt>审批意见</dt>
          <dd>{comment === '' ? '未填写' : comment}</dd>
        </dl>
      )}
    </>
  )
}

/** What the approval wrote to each roster, and why one was left unchanged. */
function Rosters({ outcomes }: { readonly outcomes: readonly RosterOutcome[] }) {
  const isWhole = outcomes.every(({ isUpdated }) => isUpdated)
  return (
    <Alert
      className={styles.rosters}
      type={isWhole ? 'success' : 'warning'}
      showIcon
      title={isWhole ? '房产信息和票权清册已更新' : '房产信息已更新，部分活动的票权清册未更新'}
      description={
        <ul aria-label="票权清册更新情况">
          {outcomes.map((outcome) => (
            <li key={outcome.activityId}>{outcomeInWords(outcome)}</li>
          ))}
        </ul>
      }
    />
  )
}

function Photos({ label, paths }: { readonly label: string; readonly paths: readonly string[] }) {
  // Users who see masks are not told whether there are any photos.
  const nothing = useSeesMasks() ? `仅${roleNames[lowestToSeeWhole]}可查看` : '未上传'
  return (
    <section className={styles.photos} aria-label={label}>
      <h3>{label}</h3>
      {paths.length === 0 ? <span className="quiet">{nothing}</span> : <StoredPictures paths={paths} label={label} />}
    </section>
  )
}
