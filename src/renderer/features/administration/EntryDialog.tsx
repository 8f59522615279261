import { Button, Modal, Spin, Table } from 'antd'
import { Fragment, useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { ERASED_CONTENT, ROWS_PER_PART } from '#shared/features/journal/content.ts'
import type { JournalEntry, JournalListRow } from '#shared/features/journal/contract.ts'
import { actionName } from '#shared/features/words.ts'
import { comparedFields, rowInWords, rowsIn, withoutRows } from '#shared/features/journal/rules.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ComparisonTable } from '../../ui/comparison/ComparisonTable.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { personInWords } from './person.ts'
import styles from './administration.module.css'

/** A journal entry: who did what to what, before and after by field, and technical details below. */
export function EntryDialog({ row, onClose }: { readonly row: JournalListRow | null; readonly onClose: () => void }) {
  return (
    <Modal
      title={row ? `第 ${row.number} 条：${actionName(row.action)}` : ''}
      open={row !== null}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
      width={860}
      className={styles.journalDialog}
    >
      {row ? <Entry key={row.number} row={row} /> : null}
    </Modal>
  )
}

function Entry({ row }: { readonly row: JournalListRow }) {
  const query = useEndpoint('audit.get', { query: { number: row.number, part: 1 } })
  return (
    <>
      <Facts
        facts={[
          ['时间', row.at === null ? '' : formatTime(row.at)],
          ['来源地址', row.address],
          ['操作人', personInWords(row), styles.journalWide],
          ['对象', row.subjectName, styles.journalWide],
          ['投票活动', row.activityTitle, styles.journalWide],
        ]}
        className={styles.journalHead}
      />
      {query.data ? (
        <EntryContent entry={query.data} />
      ) : query.error ? (
        <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.journalAwaited}>
          <Spin />
        </div>
      )}
    </>
  )
}

interface FactsProps {
  readonly facts: readonly (readonly [label: string, text: string, className?: string])[]
  readonly className?: string
}

function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`${styles.journalEntry} ${className}`}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([label, text, ofText], index) => (
          <Fragment key={`${label} ${index}`}>
            <dt>{label}</dt>
            <dd className={ofText}>{text}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

function EntryContent({ entry }: { readonly entry: JournalEntry }) {
  const fields = comparedFields({ action: entry.action, before: withoutRows(entry.before), after: withoutRows(entry.after) })
  const plain = fields.filter(({ isTechnical }) => !isTechnical)
  const technical = fields.filter(({ isTechnical }) => isTechnical)
  return (
    <>
      {plain.length > 0 ? (
        <ComparisonTable label="改动前后对照" heads={['字段', '改动前', '改动后']} fields={plain} nothing="—" />
      ) : entry.rowCount === 0 ? (
        <p>{entry.isErased ? ERASED_CONTENT : '这条日志没有记录改动前后的内容'}</p>
      ) : null}
      {entry.rowCount > 0 ? <EntryRows first={entry} /> : null}
      <h3 className={styles.journalTechnical}>技术信息</h3>
      <Facts
        facts={[
          ['对象编号', entry.subject === '' ? '—' : entry.subject],
          ...technical.map(({ label, before, after, isChanged }) => [label, isChanged && before !== '' ? `${before} → ${after}` : after || before] as const),
          ['校验摘要', entry.hash, styles.journalHash],
        ]}
      />
    </>
  )
}

const ROWS_PER_PAGE = 10

/** The rows of a large change, paged; loaded from the server in parts. */
function EntryRows({ first }: { readonly first: JournalEntry }) {
  const { number, action, rowCount } = first
  const [pageNo, setPageNo] = useState(1)
  const offset = (pageNo - 1) * ROWS_PER_PAGE
  const part = Math.floor(offset / ROWS_PER_PART) + 1
  const query = useEndpoint('audit.get', { query: { number, part } }, { enabled: part !== 1, keepsPrevious: true })
  const entry = part === 1 ? first : query.data?.part === part ? query.data : undefined
  const from = offset % ROWS_PER_PART
  const rows = entry ? rowsIn(entry).slice(from, from + ROWS_PER_PAGE) : []
  const said = rows.map((row, index) => ({ ...rowInWords(action, row), number: offset + index + 1 }))
  return (
    <>
      <h3 className={styles.journalRows}>逐套改动（共 {formatCount(rowCount)} 套）</h3>
      {query.error && !entry ? (
        <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Table
          aria-label="逐套改动"
          size="small"
          rowKey="number"
          dataSource={said}
          loading={{ spinning: !entry, delay: 200 }}
          tableLayout="fixed"
          pagination={
            rowCount > ROWS_PER_PAGE
              ? { current: pageNo, pageSize: ROWS_PER_PAGE, total: rowCount, onChange: setPageNo, showSizeChanger: false, showQuickJumper: true, size: 'small' }
              : false
          }
          columns={[
            { key: 'number', title: '序号', width: 64, align: 'right', className: 'tabular', render: (_, row) => row.number },
            { key: 'subject', title: '房屋和产权人', width: '38%', render: (_, row) => row.subjectName },
            { key: 'change', title: '改动', render: (_, row) => row.change || '没有变化' },
          ]}
        />
      )}
    </>
  )
}
