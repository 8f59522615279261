import { Button, Modal, Table } from 'antd'
import { useState } from 'react'
import type { ListedCheckpoint } from '#shared/features/journal/contract.ts'
import { checkpointKindNames } from '#shared/features/journal/checkpoint.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { ActivityFilter } from './JournalFilters.tsx'
import styles from './administration.module.css'

const ROWS_PER_PAGE = 10

/** 检查点: the journal's signed states, each with the 核验码 printed on papers. */
export function CheckpointsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>检查点</Button>
      <Modal
        title="检查点"
        open={isOpen}
        width={980}
        destroyOnHidden
        onCancel={() => setIsOpen(false)}
        footer={<Button onClick={() => setIsOpen(false)}>关闭</Button>}
      >
        <Checkpoints />
      </Modal>
    </>
  )
}

function Checkpoints() {
  const [activityId, setActivityId] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const query = useEndpoint('audit.checkpoints', { query: { activityId, pageNo, pageSize: ROWS_PER_PAGE } }, { keepsPrevious: true })
  const copy = useCommand('clipboard.write', { success: '核验码已复制' })
  const { rows = [], total = 0 } = query.data ?? {}
  return (
    <>
      <p className={styles.verifyHint}>
        开启投票、开启唱票、结束投票、生成报告和每天的第一次操作，各留下一个签了名的检查点。把这里的核验码与签过字的纸上的核验码对照，能发现此后的改动。
      </p>
      <div className="lead">
        <ActivityFilter
          activityId={activityId}
          onChange={(chosen) => {
            setActivityId(chosen)
            setPageNo(1)
          }}
        />
      </div>
      {query.error && !query.data ? (
        <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Table<ListedCheckpoint>
          aria-label="检查点列表"
          size="small"
          rowKey="code"
          dataSource={rows}
          loading={{ spinning: query.isFetching, delay: 200 }}
          tableLayout="fixed"
          locale={{ emptyText: '这个投票活动还没有检查点' }}
          pagination={
            total > ROWS_PER_PAGE
              ? { current: pageNo, pageSize: ROWS_PER_PAGE, total, onChange: setPageNo, showSizeChanger: false, showQuickJumper: true, size: 'small' }
              : false
          }
          columns={[
            { key: 'time', title: '时间', width: 154, className: 'tabular', render: (_, { checkpoint }) => checkpoint.time },
            { key: 'kind', title: '种类', width: 84, render: (_, { checkpoint }) => checkpointKindNames[checkpoint.kind] },
            {
              key: 'activity',
              title: '投票活动',
              ellipsis: true,
              render: (_, { checkpoint }) => (checkpoint.voteactivityid === undefined ? '—' : <ActivityTitle activityId={checkpoint.voteactivityid} />),
            },
            { key: 'number', title: '日志序号', width: 84, align: 'right', className: 'tabular', render: (_, { checkpoint }) => checkpoint.number },
            { key: 'code', title: '核验码', width: 330, render: (_, { code }) => <span className={styles.journalHash}>{code}</span> },
            {
              key: 'copy',
              title: '操作',
              width: 64,
              render: (_, { code, checkpoint }) => (
                <div className="row-actions">
                  <LineAct text="复制" aria-label={`复制 ${checkpoint.time} 的核验码`} onClick={() => void copy.run({ text: code })} />
                </div>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** A checkpoint has only its activity's id. */
function ActivityTitle({ activityId }: { readonly activityId: string }) {
  const { data } = useEndpoint('activity.get', { query: { id: activityId } })
  return data?.title ?? ''
}
