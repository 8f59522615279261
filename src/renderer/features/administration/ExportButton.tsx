import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/contract/values.ts'
import type { AuditFilter } from '#shared/features/audit/contract.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { JobDialog } from '../job/parts/JobDialog.tsx'

/** 导出: what the filter shows, all pages of it, as a file where the user says; phones and ID numbers masked unless asked for. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const [jobId, setJobId] = useState<string | null>(null)
  const { run } = useCommand('journal.save')
  const showSaved = useSavedFile()
  const exportAll = async (isFull: boolean) => {
    const id = crypto.randomUUID()
    setJobId(id)
    const today = formatTime(Date.now()).slice(0, 10).replaceAll('-', '')
    const saved = await run({ ...filter, isFull, jobId: id, suggestedName: `操作日志_${today}.csv` })
    setJobId(null)
    if (saved.ok) showSaved(saved.value)
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'masked', label: '手机号、证件号打码', onClick: () => void exportAll(false) },
            { key: 'full', label: '手机号、证件号完整（请妥善保管）', onClick: () => void exportAll(true) },
          ],
        }}
      >
        <Button type="primary" loading={jobId !== null}>
          导出
        </Button>
      </Dropdown>
      {jobId === null ? null : <JobDialog title="正在导出操作日志" jobId={jobId} unit="条日志" />}
    </>
  )
}
