import type { ActivityPreview, FinishedActivity } from '#shared/features/retention/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { JobDialog } from '../job/parts/JobDialog.tsx'
import { ErasingDialog, Sentences } from './ErasingDialog.tsx'
import { entriesInWords } from './entriesInWords.ts'
import { useErasure } from './useErasure.ts'

/** What goes with the personal data of an activity, and what stays; then erases them. */
export function ActivityErasing({ activity, onClose }: { readonly activity: FinishedActivity; readonly onClose: () => void }) {
  const preview = useEndpoint('retention.preview', { query: { activityId: activity.id } }, { errors: 'caller' })
  const { erase, jobId, isErasing } = useErasure('retention.erase')
  const start = async () => {
    if (await erase((id) => ({ body: { activityId: activity.id, isFinal: true, jobId: id } }))) onClose()
  }
  return (
    <>
      <ErasingDialog
        title={`清除“${activity.title}”的个人信息`}
        preview={preview}
        nothing={null}
        isErasing={isErasing}
        onErase={() => void start()}
        onClose={onClose}
      >
        {preview.data ? <Preview counts={preview.data} /> : null}
      </ErasingDialog>
      {jobId === null ? null : <JobDialog title="正在清除个人信息" jobId={jobId} unit="步" />}
    </>
  )
}

function Preview({ counts }: { readonly counts: ActivityPreview }) {
  const { nameCount, phoneCount, idNumberCount, deliveryCount, changeCount, pictureCount } = counts
  const goes = [
    `清册和投票记录中的姓名 ${formatCount(nameCount)} 个、手机号 ${formatCount(phoneCount)} 个、证件号 ${formatCount(idNumberCount)} 个，以及作废的说明`,
    deliveryCount === 0 ? null : `${formatCount(deliveryCount)} 条送达的送达人和备注`,
    changeCount === 0 ? null : `${formatCount(changeCount)} 条房产变更申请，整条清除`,
    pictureCount === 0 ? null : `图片 ${formatCount(pictureCount)} 个：送达凭证和证件照片`,
    entriesInWords(counts),
  ]
  const stays = [
    `房屋 ${formatCount(counts.propertyCount)} 套的位置和面积、票权 ${formatCount(counts.ballotCount)} 票：没有它们就看不懂结果`,
    `投票记录 ${formatCount(counts.recordCount)} 条的内容、状态和标记码，统计结果，公告的文字和附件`,
    `清册摘要、计票摘要、检查点${counts.checkCode === '' ? '' : `和核验码 ${counts.checkCode}`}`,
    '房产登记里的产权人：不再需要的，在本页下方另行清除',
  ]
  return (
    <>
      <Sentences title="清除" sentences={goes} />
      <Sentences title="保留" sentences={stays} />
    </>
  )
}
