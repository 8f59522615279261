import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { useJobDownload } from '../job/parts/useJob.tsx'
import { Dropdown } from '../../ui/popups.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { suggestedName } from './figures.ts'

const stageInWords = ({ stage }: JobProgress): string => (stage === 'writing' ? '正在写入各工作表，并与程序的统计逐项核对…' : '正在读取票权和投票记录…')

interface ReportButtonProps {
  readonly activity: Activity
  /** Why there is nothing to report, in words; null if there is. */
  readonly reason: string | null
}

/** 生成报告: asks where, follows the work, can stop it, and ends with the file on the disk. */
export function ReportButton({ activity, reason }: ReportButtonProps) {
  const { save, isRunning, dialog } = useJobDownload({ title: '正在生成报告', words: stageInWords }, '报告已保存')
  const make = (edition: '' | 'public') => {
    const ending = edition === 'public' ? '_公示版.xlsx' : '.xlsx'
    return save((jobId) => ({
      endpoint: 'result.report',
      input: { query: { activityId: activity.id, edition, jobId } },
      suggestedName: suggestedName(activity.estateName, activity.title, new Date(), ending),
    }))
  }
  if (reason !== null && !isRunning) {
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
        <Button type="primary" loading={isRunning}>
          生成报告
        </Button>
      </Dropdown>
      {dialog}
    </>
  )
}
