import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { ERASED_CONTENT } from '#shared/features/audit/content.ts'
import type { AuditListRow } from '#shared/features/audit/contract.ts'
import { actionName } from '#shared/features/audit/labels.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { CheckpointsButton } from './CheckpointsButton.tsx'
import { ComparedMoments } from './ComparedMoments.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { ExportButton } from './ExportButton.tsx'
import { JournalFilters } from './JournalFilters.tsx'
import { noFilter } from './journalFilter.ts'
import { personInWords } from './person.ts'
import { VerifyButton } from './VerifyButton.tsx'

const TABLE = 'journal'

/** The person alone; two of one name are distinguished where the mouse rests, and in the entry. */
const nameOf = ({ nickName, username }: AuditListRow): string => nickName || username || '—'

const columns: readonly PageColumn<AuditListRow>[] = [
  { key: 'number', title: '序号', text: ({ number }) => String(number), kind: 'number', width: 76, isAlwaysShown: true },
  { key: 'at', title: '时间', text: ({ at }) => (at === null ? '' : formatTime(at)), kind: 'time', width: 154 },
  { key: 'who', title: '操作人', text: nameOf, cell: (row) => <span title={personInWords(row)}>{nameOf(row)}</span>, width: 84 },
  { key: 'action', title: '操作类型', text: ({ action }) => actionName(action), width: 108 },
  { key: 'subject', title: '对象', text: ({ subjectName }) => subjectName, width: 262 },
  { key: 'activity', title: '投票活动', text: ({ activityTitle }) => activityTitle, width: 134 },
  { key: 'after', title: '内容', text: ({ summary, isErased }) => (isErased ? ERASED_CONTENT : summary), width: 170, isStretched: true },
]

/** 操作日志: every change, newest first; whether the journal is whole; the journal as a file. */
export function JournalScreen() {
  const [filter, setFilter] = useState(noFilter)
  const [shown, setShown] = useState<AuditListRow | null>(null)
  const paging = usePageState(TABLE, filter)
  const query = useEndpoint('audit.list', { query: { ...filter, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true, errors: 'caller' })
  const rowActions = (row: AuditListRow) => (
    <div className="row-actions">
      <Button type="link" size="small" onClick={() => setShown(row)}>
        查看
      </Button>
    </div>
  )
  return (
    <PageFrame
      title={usePageTitle()}
      actions={
        <>
          <VerifyButton />
          <CheckpointsButton />
          <ComparedMoments activityId={filter.activityId} />
          <ExportButton filter={filter} />
        </>
      }
      filters={<JournalFilters filter={filter} onChange={setFilter} onRepeat={() => void query.refetch()} isSearching={query.isFetching} />}
    >
      <PageTable
        name={TABLE}
        label="操作日志列表"
        columns={columns}
        query={query}
        paging={paging}
        rowKey={({ number }) => String(number)}
        rowName={({ number }) => `第 ${number} 条`}
        actionsWidth={64}
        actions={rowActions}
        empty={<EmptyState text="没有符合条件的操作，请放宽日期或点“重置”查看全部" />}
      />
      <EntryDialog row={shown} onClose={() => setShown(null)} />
    </PageFrame>
  )
}
