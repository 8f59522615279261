import { Button, Tooltip, Alert, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { ERASED_CONTENT } from '#shared/features/journal/content.ts'
import type { JournalListRow, JournalFilter } from '#shared/features/journal/contract.ts'
import { actionName } from '#shared/features/words.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { CheckpointsButton } from './CheckpointsButton.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { JournalFilters } from './JournalFilters.tsx'
import { noFilter } from './journalFilter.ts'
import { personInWords } from './person.ts'
import { KnownDialog } from '../result/parts/KnownDialog.tsx'
import { MomentsButton } from '../result/parts/moments/MomentsButton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ExportAbout } from '../job/parts/ExportAbout.tsx'
import { countedIn, useJob, useJobDownload } from '../job/parts/useJob.tsx'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from '../job/parts/WholeNumbers.tsx'
import { isRefusedFor } from '../../bridge/failure.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { PrintedForms, type Printed } from './PrintedForms.tsx'
import { verificationInWords, type Asked, type Verdict } from './verification.ts'
import styles from './administration.module.css'

const TABLE = 'journal'

/** The name only; namesakes are distinguished in the tooltip and in the entry. */
const nameOf = ({ nickName, username }: JournalListRow): string => nickName || username || '—'

const columns: readonly PageColumn<JournalListRow>[] = [
  { key: 'number', title: '序号', text: ({ number }) => String(number), kind: 'number', width: 76, isAlwaysShown: true },
  { key: 'at', title: '时间', text: ({ at }) => (at === null ? '' : formatTime(at)), kind: 'time', width: 154 },
  { key: 'who', title: '操作人', text: nameOf, cell: (row) => <span title={personInWords(row)}>{nameOf(row)}</span>, width: 84 },
  { key: 'action', title: '操作类型', text: ({ action }) => actionName(action), width: 108 },
  { key: 'subject', title: '对象', text: ({ subjectName }) => subjectName, width: 250 },
  { key: 'activity', title: '投票活动', text: ({ activityTitle }) => activityTitle, width: 134, givesWay: 1 },
  { key: 'after', title: '内容', text: ({ summary, isErased }) => (isErased ? ERASED_CONTENT : summary), width: 170, isStretched: true, givesWay: 2 },
]

/** On an activity's page, its title would be in every row. */
const columnsOfOne = columns.filter(({ key }) => key !== 'activity')

/** 操作日志: every change, newest first; verification and export of the journal. */
export function JournalScreen() {
  const [filter, setFilter] = useState(noFilter)
  const { query, paging } = useJournal(filter)
  return (
    <PageFrame
      actions={
        <>
          <VerifyButton />
          <CheckpointsButton />
          <ComparedMoments activityId={filter.activityId} />
          <ExportButton filter={filter} />
        </>
      }
    >
      <JournalTable
        columns={columns}
        query={query}
        paging={paging}
        filters={<JournalFilters filter={filter} onChange={setFilter} onRepeat={() => void query.refetch()} isSearching={query.isFetching} />}
      />
    </PageFrame>
  )
}

/** An activity's journal: the tab 记录 on its page. */
export function ActivityJournalScreen() {
  return <ActivityPage>{(activity) => <ActivityJournal key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityJournal({ activity }: { readonly activity: Activity }) {
  const [condition, setCondition] = useState('')
  const filter = { ...noFilter, activityId: activity.id, condition }
  const { query, paging } = useJournal(filter)
  return (
    <PageFrame
      actions={
        <>
          <MomentsButton activity={activity} />
          <ExportButton filter={filter} />
        </>
      }
    >
      <JournalTable
        columns={columnsOfOne}
        query={query}
        paging={paging}
        filters={
          <SearchBox
            label="房屋、产权人或内容"
            value={condition}
            onSearch={setCondition}
            onRepeat={() => void query.refetch()}
            isSearching={query.isFetching}
          />
        }
      />
    </PageFrame>
  )
}

function useJournal(filter: JournalFilter) {
  const paging = usePageState(TABLE, filter)
  const query = useEndpoint('audit.list', { query: { ...filter, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  return { query, paging }
}

interface JournalTableProps extends ReturnType<typeof useJournal> {
  readonly columns: readonly PageColumn<JournalListRow>[]
  readonly filters: ReactNode
}

/** The entries, each with its details in a dialog. */
function JournalTable({ columns: shownColumns, query, paging, filters }: JournalTableProps) {
  const [shown, setShown] = useState<JournalListRow | null>(null)
  const rowActions = (row: JournalListRow) => (
    <div className="row-actions">
      <LineAct text="查看" onClick={() => setShown(row)} />
    </div>
  )
  return (
    <>
      <PageTable
        name={TABLE}
        label="操作日志列表"
        columns={shownColumns}
        filters={filters}
        query={query}
        paging={paging}
        rowKey={({ number }) => String(number)}
        rowName={({ number }) => `第 ${number} 条`}
        actionsWidth={64}
        actions={rowActions}
        empty={<EmptyState text="没有符合条件的操作，请放宽日期或点“重置”查看全部" />}
      />
      <EntryDialog row={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** 两个时刻对比 for the activity that the journal is filtered by. */
function ComparedMoments({ activityId }: { readonly activityId: string }) {
  const { data } = useEndpoint('activity.get', { query: { id: activityId } }, { enabled: activityId !== '' })
  if (activityId !== '' && data) return <MomentsButton activity={data} />
  return (
    <Tooltip title="请先在下面选择一个投票活动">
      <Button disabled>两个时刻对比</Button>
    </Tooltip>
  )
}

/** 导出: exports all pages of the filtered list to a chosen file; phone and ID numbers are masked unless a purpose is given. */
function ExportButton({ filter }: { readonly filter: JournalFilter }) {
  const [isAsking, setIsAsking] = useState(false)
  const { save, isRunning, dialog } = useJobDownload({ title: '正在导出操作日志', words: countedIn('条日志') })
  const exportAll = (purpose: string) => {
    const today = formatTime(Date.now()).slice(0, 10).replaceAll('-', '')
    return save((jobId) => ({ endpoint: 'audit.export', input: { query: { ...filter, purpose, jobId } }, suggestedName: `操作日志_${today}.csv` }))
  }
  return (
    <>
      <Act text="导出" type="primary" loading={isRunning && !isAsking} onClick={() => setIsAsking(true)} />
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
      {dialog}
    </>
  )
}

/** 校验: whether any entry was changed or removed outside the program, and whether what is printed on a paper still exists. */
function VerifyButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([])
  const [schemaFaults, setSchemaFaults] = useState(0)
  const toasts = useToasts()
  const job = useJob({ title: '正在校验操作日志', words: countedIn('条日志') })
  const check = async (asked: Asked, printed: Printed, id: string) => {
    try {
      const answer = await askServer('audit.verify', { query: { number: null, hash: '', code: '', ...printed, jobId: id } })
      setVerdicts(verificationInWords(answer, asked))
      setSchemaFaults(answer.schemaKnown ? 0 : (answer.schema?.filter(({ blocks }) => blocks).length ?? 0))
      setIsOpen(true)
    } catch (error) {
      const failure = failureOf(error)
      // A check is only refused if it was cancelled, which the user knows.
      if (!isRefusedFor(failure, 'job.cancelled')) toasts.failure(failure)
    }
  }
  const verify = (asked: Asked, printed: Printed = {}) => void job.run((id) => check(asked, printed, id))
  const close = () => setIsOpen(false)
  return (
    <>
      <Act text="校验" loading={job.isRunning} onClick={() => verify(null)} />
      {job.dialog}
      <Modal title="日志校验" open={isOpen} width={640} destroyOnHidden onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
        {verdicts.map(({ kind, sentence }) => (
          <Alert key={sentence} className={styles.verifyVerdict} type={kind} showIcon title={sentence} />
        ))}
        {schemaFaults === 0 ? null : <KnownSchemaButton count={schemaFaults} />}
        <PrintedForms onCompare={(asked, printed) => verify(asked, printed)} isChecking={job.isRunning} />
      </Modal>
    </>
  )
}

const READY_FOR_SCHEMA = ['由技术人员维护数据库所致', '恢复旧备份所致'] as const

/** An administrator's confirmation that the current schema changes are known. */
function KnownSchemaButton({ count }: { readonly count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const accept = useSend('audit.acceptSchema', { refreshes: [], success: '已说明' })
  return (
    <Allowed call="audit.acceptSchema">
      <Act text="说明为已知改动…" className={styles.verifyVerdict} onClick={() => setIsOpen(true)} />
      <KnownDialog
        title="说明为已知改动"
        about={`只对现在的 ${formatCount(count)} 处有效，所有投票活动都按此处理，再有新的改动须重新说明。`}
        ready={READY_FOR_SCHEMA}
        isOpen={isOpen}
        onSubmit={async (reason) => (await accept.send({ body: { reason } })).ok}
        onClose={() => setIsOpen(false)}
      />
    </Allowed>
  )
}
