import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { shownPath } from '#shared/place/placeText.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { JobProgressDialog } from '../job/parts/JobProgressDialog.tsx'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from '../job/parts/WholeNumbers.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { notVotedFileName, type NotVotedFilter } from './notVoted.ts'
import styles from './notVoted.module.css'

interface NotVotedExportProps {
  readonly activity: Activity
  readonly filter: NotVotedFilter
  readonly propertyCount: number
}

/** 导出 Excel: the whole list as it is filtered and sorted; whole phone numbers only with a purpose, which the journal keeps. */
export function NotVotedExport({ activity, filter, propertyCount }: NotVotedExportProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const { run } = useCommand('file.saveDownload')
  const showSaved = useSavedFile()
  const save = async (values: NumbersValues): Promise<boolean> => {
    const id = crypto.randomUUID()
    setJobId(id)
    const saved = await run({
      endpoint: 'result.notVotedSheet',
      input: { query: { activityId: activity.id, ...filter, purpose: purposeOf(values), jobId: id } },
      suggestedName: notVotedFileName(activity.estateName, activity.title, new Date(), '.xlsx'),
    })
    setJobId(null)
    if (saved.ok) showSaved(saved.value)
    // Whoever chose no place in the end stays in the dialog.
    return saved.ok && saved.value !== null
  }
  return (
    <>
      <ReasonedButton size="small" reason={propertyCount === 0 ? '这里没有未投的房屋' : null} onClick={() => setIsAsking(true)}>
        导出 Excel
      </ReasonedButton>
      <FormDialog<NumbersValues>
        title="导出未投名单"
        isOpen={isAsking}
        initialValues={maskedNumbers}
        onSubmit={save}
        onClose={() => setIsAsking(false)}
        submitText="导出"
      >
        <p className={styles.exportWhat}>
          {shownPath(filter.path) || activity.estateName}，{formatCount(propertyCount)} 套，按现在的筛选和排序
        </p>
        <NumbersFields />
      </FormDialog>
      {jobId === null ? null : <JobProgressDialog jobId={jobId} title="正在导出未投名单" words={() => '正在读取并写入名单…'} />}
    </>
  )
}
