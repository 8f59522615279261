import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { AuditFilter } from '#shared/features/audit/contract.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { ExportAbout } from '../job/parts/ExportAbout.tsx'
import { JobDialog } from '../job/parts/JobDialog.tsx'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from '../job/parts/WholeNumbers.tsx'

/** 导出: what the filter shows, all pages of it, as a file where the user says; phones and ID numbers masked unless there is a purpose. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const [isAsking, setIsAsking] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const { run } = useCommand('file.saveDownload')
  const showSaved = useSavedFile()
  /** True where the file is on the disk; whoever chose no place in the end stays in the dialog. */
  const exportAll = async (purpose: string): Promise<boolean> => {
    const id = crypto.randomUUID()
    setJobId(id)
    const today = formatTime(Date.now()).slice(0, 10).replaceAll('-', '')
    const saved = await run({ endpoint: 'audit.export', input: { query: { ...filter, purpose, jobId: id } }, suggestedName: `操作日志_${today}.csv` })
    setJobId(null)
    if (saved.ok) showSaved(saved.value)
    return saved.ok && saved.value !== null
  }
  return (
    <>
      <Button type="primary" loading={jobId !== null && !isAsking} onClick={() => setIsAsking(true)}>
        导出
      </Button>
      <FormDialog<NumbersValues>
        title="导出操作日志"
        isOpen={isAsking}
        initialValues={maskedNumbers}
        onSubmit={(values) => exportAll(purposeOf(values))}
        onClose={() => setIsAsking(false)}
        submitText="导出"
      >
        <ExportAbout>按现在的筛选条件导出所有页，存成可以用 Excel 打开的表格文件。</ExportAbout>
        <NumbersFields />
      </FormDialog>
      {jobId === null ? null : <JobDialog title="正在导出操作日志" jobId={jobId} unit="条日志" />}
    </>
  )
}
