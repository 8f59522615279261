import { Button, Modal, Progress, Select } from 'antd'
import { useRef, useState } from 'react'
import { formatTime } from '#shared/contract/values.ts'
import type { AuditEntry } from '#shared/features/audit/contract.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../widgets/EmptyState.tsx'
import { useSavedFile } from '../../widgets/ImportPanel/useSavedFile.tsx'
import { PageFrame } from '../../widgets/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../widgets/PageTable.tsx'
import { SearchBox } from '../../widgets/SearchBox.tsx'
import { usePaging } from '../../widgets/usePaging.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { contentInWords } from './entryFields.ts'
import { actionName, actionNames, journalCsv } from './journal.ts'
import { VerifyButton } from './VerifyButton.tsx'
import './administration.css'

const TITLE = '操作日志'
const TABLE = 'journal'
const EXPORT_PAGE = 500

/** Nobody where somebody acted without an account. */
function whoInWords({ nickName, username }: AuditEntry): string {
  if (nickName === '' || username === '') return nickName || username || '—'
  return `${nickName}（${username}）`
}

const columns: readonly PageColumn<AuditEntry>[] = [
  { key: 'number', title: '序号', text: ({ number }) => String(number), kind: 'number', width: 80, isAlwaysShown: true },
  { key: 'at', title: '时间', text: ({ at }) => (at === null ? '' : formatTime(at)), kind: 'time', width: 170 },
  { key: 'who', title: '操作人', text: whoInWords, width: 150 },
  { key: 'address', title: '来源地址', text: ({ address }) => address, width: 130 },
  { key: 'action', title: '操作类型', text: ({ action }) => actionName(action), width: 140 },
  { key: 'after', title: '内容', text: contentInWords, width: 260, isStretched: true },
]

/** 操作日志: every change, newest first; whether the journal is whole; the journal as a file. */
export function JournalScreen() {
  const [username, setUsername] = useState('')
  const [action, setAction] = useState('')
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const paging = usePaging(TABLE, [username, action])
  const filter = { username, action, subject: '' }
  const query = useEndpoint('audit.list', { query: { ...filter, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true, errors: 'caller' })
  const rowActions = (entry: AuditEntry) => (
    <div className="row-actions">
      <Button type="link" size="small" onClick={() => setShown(entry)}>
        查看
      </Button>
    </div>
  )
  return (
    <PageFrame
      title={TITLE}
      actions={
        <>
          <VerifyButton />
          <ExportButton filter={filter} />
        </>
      }
      filters={
        <SearchBox
          label="操作人账号"
          value={username}
          onSearch={setUsername}
          onReset={() => setAction('')}
          onRepeat={() => void query.refetch()}
          isSearching={query.isFetching}
        >
          <Select
            aria-label="操作"
            className="journal-action"
            value={action}
            onChange={setAction}
            options={[{ value: '', label: '全部操作' }, ...Object.entries(actionNames).map(([value, label]) => ({ value, label }))]}
          />
        </SearchBox>
      }
    >
      <PageTable
        name={TABLE}
        label="操作日志列表"
        columns={columns}
        query={query}
        paging={paging}
        rowKey={({ number }) => String(number)}
        rowName={({ number }) => `第 ${number} 条`}
        actionsWidth={80}
        actions={rowActions}
        empty={<EmptyState text="没有符合条件的操作" />}
      />
      <EntryDialog entry={shown} onClose={() => setShown(null)} />
    </PageFrame>
  )
}

interface ExportButtonProps {
  readonly filter: { readonly username: string; readonly action: string; readonly subject: string }
}

/** 导出: what the filter shows, all pages of it, as a file where the user says. */
function ExportButton({ filter }: ExportButtonProps) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const isCancelled = useRef(false)
  const { run: save } = useCommand('file.saveBytes')
  const showSaved = useSavedFile()
  const toasts = useToasts()
  const exportAll = async () => {
    isCancelled.current = false
    setProgress({ done: 0, total: 0 })
    try {
      const entries: AuditEntry[] = []
      for (let pageNo = 1; !isCancelled.current; pageNo++) {
        const { rows, total } = await askServer('audit.list', { query: { ...filter, pageNo, pageSize: EXPORT_PAGE } })
        entries.push(...rows)
        setProgress({ done: entries.length, total })
        if (rows.length < EXPORT_PAGE) break
      }
      setProgress(null)
      if (isCancelled.current) return
      const saved = await save({ suggestedName: '操作日志.csv', bytes: journalCsv(entries), origin: 'own' })
      if (saved.ok) showSaved(saved.value)
    } catch (error) {
      toasts.failure(failureOf(error))
    } finally {
      setProgress(null)
    }
  }
  const cancel = () => {
    isCancelled.current = true
  }
  return (
    <>
      <Button type="primary" loading={progress !== null} onClick={() => void exportAll()}>
        导出
      </Button>
      <Modal title="正在导出操作日志" open={progress !== null} closable={false} mask={{ closable: false }} footer={<Button onClick={cancel}>取消</Button>}>
        <Progress percent={progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : 0} />
      </Modal>
    </>
  )
}
