import { Alert, Table } from 'antd'
import type { SyncResult } from '#shared/features/ballot/contract.ts'
import { Act } from '../../../app-context/Act.tsx'
import { formatCount } from '../../../ui/numbers.ts'
import styles from './syncEnd.module.css'

interface SyncEndProps {
  readonly result: SyncResult
  /** The properties' places, by registry id. */
  readonly places: ReadonlyMap<string, string>
  readonly onClose: () => void
}

/** The result of syncing properties to a roster: the numbers, and each skipped property with the reason. */
export function SyncEnd({ result: { added, updated, skipped }, places, onClose }: SyncEndProps) {
  return (
    <>
      <Alert
        className={styles.outcome}
        type={skipped.length > 0 ? 'warning' : 'success'}
        showIcon
        title={`同步成功：新增 ${formatCount(added)}，更新 ${formatCount(updated)}，跳过 ${formatCount(skipped.length)}`}
      />
      {skipped.length > 0 ? (
        <Table<SyncResult['skipped'][number]>
          aria-label="跳过的房产"
          size="small"
          rowKey="propertyId"
          dataSource={skipped}
          pagination={{ pageSize: 8, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            {
              title: '房产',
              key: 'place',
              width: 220,
              render: (_: unknown, { propertyId }: SyncResult['skipped'][number]) => places.get(propertyId) ?? propertyId,
            },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      ) : null}
      <div className={styles.actions}>
        <Act text="完成" type="primary" autoFocus onClick={onClose} />
      </div>
    </>
  )
}
