import { Alert, Button, Form, Select, Table } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { FinishedActivity, ActivityPreview, RegistryPreview } from '#shared/features/retention/contract.ts'
import { retentionYears } from '#shared/features/retention/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import styles from './retention.module.css'
import { formatCount } from '../../ui/numbers.ts'
import { ErasingDialog, Sentences } from './ErasingDialog.tsx'
import { EstatePicker } from '../estate/parts/EstatePicker.tsx'
import { useChosenEstate } from '../estate/parts/useChosenEstate.ts'

/** 数据保留: how long personal data are kept, and what can be erased now. */
export function RetentionScreen() {
  const overview = useEndpoint('retention.overview', {})
  const { data } = overview
  return (
    <PageFrame about="活动结束满规定年限后，清除其中的个人信息；程序不会自动清除">
      {data ? (
        <>
          <Years key={String(data.years)} years={data.years} />
          <h2 className={styles.heading}>已结束的活动</h2>
          <Activities years={data.years} activities={data.activities} />
          <RegistryErasing />
        </>
      ) : (
        <Awaited of={overview} />
      )}
    </PageFrame>
  )
}

/** No term: 0, since a Select value cannot be null. */
const FOR_EVER = 0
const choices = [
  { value: FOR_EVER, label: '一直保留（不能清除）' },
  ...Array.from({ length: retentionYears.max }, (_, index) => ({ value: index + retentionYears.min, label: `${index + retentionYears.min} 年` })),
]

function Years({ years }: { readonly years: number | null }) {
  const set = useSend('retention.setYears', { refreshes: ['retention.overview'], success: '已保存' })
  return (
    <Form<{ years: number }>
      layout="inline"
      className={styles.years}
      initialValues={{ years: years ?? FOR_EVER }}
      onFinish={(chosen) => void set.send({ body: { years: chosen.years === FOR_EVER ? null : chosen.years } })}
    >
      <Form.Item name="years" label="活动结束后保留">
        <Select options={choices} style={{ width: '14rem' }} />
      </Form.Item>
      <Form.Item>
        <Act text="保存" htmlType="submit" loading={set.isSending} />
      </Form.Item>
    </Form>
  )
}

/** Text about journal entries whose contents are erased. */
const entriesInWords = (count: number): string => `操作日志 ${formatCount(count)} 条的内容，条目本身、时间、操作人和校验值仍在`

const dayOf = (at: number | null): string => (at === null ? '' : formatTime(at).slice(0, 10))

function State({ activity: { erasedAt, isDue, dueAt } }: { readonly activity: FinishedActivity }) {
  if (erasedAt !== null) return <StateTag tone="grey">{`${dayOf(erasedAt)} 已清除`}</StateTag>
  if (isDue) return <StateTag tone="orange">保留期已满</StateTag>
  return dueAt === null ? <StateTag tone="blue">一直保留</StateTag> : <StateTag tone="blue">{`${dayOf(dueAt)} 起可清除`}</StateTag>
}

function Activities({ years, activities }: { readonly years: number | null; readonly activities: readonly FinishedActivity[] }) {
  const [chosen, setChosen] = useState<FinishedActivity | null>(null)
  const isNothingDue = years !== null && activities.length > 0 && !activities.some(({ isDue }) => isDue)
  return (
    <>
      {years === null ? <Alert className={styles.note} type="info" showIcon title="还没有设置保留年限，所有个人信息一直保留" /> : null}
      {isNothingDue ? <Alert className={styles.note} type="info" showIcon title="现在没有保留期已满的活动" /> : null}
      <Table<FinishedActivity>
        aria-label="已结束的活动"
        size="small"
        pagination={false}
        rowKey="id"
        dataSource={[...activities]}
        locale={{ emptyText: <EmptyState text="还没有已结束的活动" /> }}
        columns={[
          { title: '投票活动', dataIndex: 'title' },
          { title: '小区', dataIndex: 'estateName' },
          { title: '结束时间', dataIndex: 'finishedAt', width: 130, render: dayOf },
          { title: '状态', key: 'state', width: 200, render: (_value, activity) => <State activity={activity} /> },
          {
            title: '操作',
            key: 'actions',
            width: 90,
            render: (_value, activity) => (activity.isDue ? <Act text="清除" type="link" danger onClick={() => setChosen(activity)} /> : null),
          },
        ]}
      />
      {chosen ? <ActivityErasing activity={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

/** Shows which of an activity's data are erased and kept, then erases its personal data. */
function ActivityErasing({ activity, onClose }: { readonly activity: FinishedActivity; readonly onClose: () => void }) {
  const preview = useEndpoint('retention.preview', { query: { activityId: activity.id } })
  return (
    <ErasingDialog
      call="retention.erase"
      title={`清除“${activity.title}”的个人信息`}
      working="正在清除个人信息"
      inputOf={(jobId) => ({ body: { activityId: activity.id, isFinal: true, jobId } })}
      preview={preview}
      onClose={onClose}
    >
      {preview.data ? <Preview counts={preview.data} /> : null}
    </ErasingDialog>
  )
}

function Preview({ counts }: { readonly counts: ActivityPreview }) {
  const { nameCount, phoneCount, idNumberCount, deliveryCount, changeCount, pictureCount } = counts
  const goes = [
    `清册、投票、委托和送达记录中的姓名 ${formatCount(nameCount)} 个、手机号 ${formatCount(phoneCount)} 个、证件号 ${formatCount(idNumberCount)} 个，以及作废的说明`,
    deliveryCount === 0 ? null : `${formatCount(deliveryCount)} 条送达的备注和单号`,
    changeCount === 0 ? null : `${formatCount(changeCount)} 条房产变更申请，整条清除`,
    pictureCount === 0 ? null : `图片 ${formatCount(pictureCount)} 个：送达凭证和证件照片`,
    entriesInWords(counts.entryCount),
  ]
  const stays = [
    `房屋 ${formatCount(counts.propertyCount)} 套的位置和面积、票权 ${formatCount(counts.ballotCount)} 票：没有它们就看不懂结果`,
    `投票记录 ${formatCount(counts.recordCount)} 条的内容、状态和${codeLabels.either}，统计结果，公告的文字和附件`,
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

/** Erases an estate's properties that no kept activity needs any more. */
function RegistryErasing() {
  const chosen = useChosenEstate()
  const [isOpen, setIsOpen] = useState(false)
  const { estateId, estates } = chosen
  const name = estates.find(({ id }) => id === estateId)?.name ?? ''
  return (
    <>
      <h2 className={styles.heading}>房产登记</h2>
      <p>不在任何保留着的活动清册中的房产和产权人，可以从房产登记中清除。</p>
      <div className={styles.registry}>
        <EstatePicker chosen={chosen} />
        <Button danger disabled={estateId === null} onClick={() => setIsOpen(true)}>
          清除房产登记
        </Button>
      </div>
      {isOpen && estateId !== null ? <EraseDialog estateId={estateId} name={name} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function EraseDialog({ estateId, name, onClose }: { readonly estateId: string; readonly name: string; readonly onClose: () => void }) {
  const preview = useEndpoint('retention.previewRegistry', { query: { estateId } })
  return (
    <ErasingDialog
      call="retention.eraseRegistry"
      title={`清除“${name}”的房产登记`}
      working="正在清除房产登记"
      inputOf={(jobId) => ({ body: { estateId, isFinal: true, jobId } })}
      preview={preview}
      nothing={preview.data?.propertyCount === 0 ? sentenceFor('retention.nothing') : null}
      onClose={onClose}
    >
      {preview.data ? <RegistryCounts counts={preview.data} /> : null}
    </ErasingDialog>
  )
}

function RegistryCounts({ counts }: { readonly counts: RegistryPreview }) {
  const { propertyCount, keptCount, keptFor, waitingCount, changeCount, pictureCount } = counts
  const goes = [
    `房产 ${formatCount(propertyCount)} 套，连同产权人的姓名、手机号、证件号`,
    changeCount === 0 ? null : `${formatCount(changeCount)} 条房产变更申请，整条清除`,
    pictureCount === 0 ? null : `证件图片 ${formatCount(pictureCount)} 个`,
    `${entriesInWords(counts.entryCount)}；导入记录整条清除`,
  ]
  const stays = [
    keptCount === 0 ? '这个小区没有需要保留的房产' : `房产 ${formatCount(keptCount)} 套`,
    ...keptFor.map((each) => `在活动“${each.title}”的清册中：${formatCount(each.propertyCount)} 套`),
    waitingCount === 0 ? null : `有房产变更等待审批：${formatCount(waitingCount)} 套`,
  ]
  return (
    <>
      {propertyCount === 0 ? null : <Sentences title="清除" sentences={goes} />}
      <Sentences title="保留" sentences={stays} />
    </>
  )
}
