import { Button } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { JobProgressDialog } from '../job/parts/JobProgressDialog.tsx'
import { Dropdown } from '../../ui/popups.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { suggestedName } from './figures.ts'

const stageInWords = (stage: JobProgress['stage']): string => (stage === 'writing' ? '正在写入各工作表，并与程序的统计逐项核对…' : '正在读取票权和投票记录…')

interface ReportButtonProps {
  readonly activity: Activity
  /** Why there is nothing to report, in words; null if there is. */
  readonly reason: string | null
}

/** 生成报告: asks where, follows the work, can stop it, and ends with the file on the disk. */
export function ReportButton({ activity, reason }: ReportButtonProps) {
  const [jobId, setJobId] = useState<string | null>(null)
  const { run } = useCommand('file.saveDownload')
  const showSaved = useSavedFile('报告已保存')
  const make = async (edition: '' | 'public') => {
    const id = crypto.randomUUID()
    setJobId(id)
    const ending = edition === 'public' ? '_公示版.xlsx' : '.xlsx'
    const saved = await run({
      endpoint: 'result.report',
      input: { query: { activityId: activity.id, edition, jobId: id } },
      suggestedName: suggestedName(activity.estateName, activity.title, new Date(), ending),
    })
    setJobId(null)
    if (saved.ok) showSaved(saved.value)
  }
  if (reason !== null && jobId === null) {
    return (
      <ReasonedButton type="primary" reason={reason}>
        生成报告
      </ReasonedButton>
    )
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'full', label: '完整报告（归档用，含业主信息）', onClick: () => void make('') },
            { key: 'public', label: '公示版（不含姓名、手机、证件）', onClick: () => void make('public') },
          ],
        }}
      >
        <Button type="primary" loading={jobId !== null}>
          生成报告
        </Button>
      </Dropdown>
      {jobId === null ? null : <JobProgressDialog jobId={jobId} title="正在生成报告" words={stageInWords} />}
    </>
  )
}
