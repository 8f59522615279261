import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { purposeLimit } from '#shared/contract/export.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { TodoState } from '#shared/features/todo/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { ExportAbout } from '../job/parts/ExportAbout.tsx'
import { useJobDownload } from '../job/parts/useJob.tsx'
import { suggestedBundleName } from './figures.ts'
import styles from './result.module.css'

interface BundleValues {
  readonly edition: BundleEdition
  readonly purpose?: string
}

/** 生成应诉包: asks for edition, purpose and location; shows progress, can be cancelled, and saves the file. */
export function BundleButton({ activity }: { readonly activity: Activity }) {
  const [isAsking, setIsAsking] = useState(false)
  const download = useJobDownload({ title: '正在生成应诉包', words: stageInWords })
  const settle = useSend('todo.settle', { refreshes: ['todo.list'], errors: 'caller' })
  const { status } = activity
  const make = async ({ edition, purpose = '' }: BundleValues): Promise<boolean> => {
    const isSaved = await download.save((jobId) => ({
      endpoint: 'evidence.bundle',
      input: { query: { activityId: activity.id, edition, purpose: edition === 'court' ? purpose.trim() : '', jobId } },
      suggestedName: suggestedBundleName(activity.estateName, activity.title, edition),
    }))
    // If the server could not be told, the home page shows the task again.
    if (isSaved) void settle.send({ body: { activityId: activity.id, kind: 'bundle', state: TodoState.done } })
    return isSaved
  }
  return (
    <>
      <Act
        text="生成应诉包"
        reason={status === ActivityStatus.finished ? null : sentenceFor('evidence.notFinished', { status })}
        onClick={() => setIsAsking(true)}
      />
      <FormDialog<BundleValues>
        title="生成应诉包"
        isOpen={isAsking}
        initialValues={{ edition: 'court' }}
        onSubmit={make}
        onClose={() => setIsAsking(false)}
        submitText="选择保存位置"
        width={600}
      >
        <ExportAbout>
          应诉包是一个压缩文件，装着本次表决的全部数据和一张可以在任何浏览器中打开的复算网页。收到的人不用本程序，也能重新计票、核对签名，能发现改动。
        </ExportAbout>
        <Form.Item<BundleValues> name="edition" label="版本">
          <Radio.Group className={styles.bundleEditions}>
            <Edition
              value="court"
              name={bundleEditionNames.court}
              holds="含业主姓名、手机号、证件号，送达凭证等图片，操作日志的内容。只交给法院、仲裁机构和代理人。"
            />
            <Edition
              value="owners"
              name={bundleEditionNames.owners}
              holds="不含手机号、证件号、图片和日志内容，姓名只留第一个字。每一票的选择都在里面，供业主到办公地点查阅，不要张贴或转发。"
            />
          </Radio.Group>
        </Form.Item>
        <Form.Item<BundleValues> noStyle dependencies={['edition']}>
          {({ getFieldValue }) => (getFieldValue('edition') === 'court' ? <PurposeField /> : null)}
        </Form.Item>
      </FormDialog>
      {download.dialog}
    </>
  )
}

function Edition({ value, name, holds }: { readonly value: BundleEdition; readonly name: string; readonly holds: string }) {
  return (
    <Radio value={value}>
      <span>{name}</span>
      <span className={styles.bundleHolds}>{holds}</span>
    </Radio>
  )
}

function PurposeField() {
  return (
    <Form.Item<BundleValues>
      name="purpose"
      label={purposeLimit.label}
      extra="用途记入操作日志，不写在应诉包里。保存前要再输入一次密码"
      rules={fieldRules(purposeLimit, '请输入用途，例如 应诉，案号……')}
    >
      <Input autoComplete="off" maxLength={purposeLimit.max} placeholder="例如 应诉，案号……" />
    </Form.Item>
  )
}

function stageInWords({ stage, done, total }: JobProgress): string {
  if (stage === 'checking') return '正在核对操作日志和投票数据…'
  if (stage === 'reading') return '正在整理数据，制作报告…'
  return total > 0 ? `正在写入图片… ${formatCount(done)} / ${formatCount(total)}` : '正在写入…'
}
