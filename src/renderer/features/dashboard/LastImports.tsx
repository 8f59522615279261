import { Button, Card, Flex, Table } from 'antd'
import { useState } from 'react'
import type { ImportEntry } from '#shared/features/journal/contract.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { shortMoment } from '../../ui/moments.ts'
import { formatCount } from '../../ui/numbers.ts'
import { importedInto, placeOfImport } from './imports.ts'
import styles from './dashboard.module.css'

/** The latest imports from workbooks: by whom, what, into which estate or activity; nothing if there are none. */
export function LastImports() {
  const [now] = useState(() => Date.now())
  const { data, error, refetch } = useEndpoint('audit.lastImports', {})
  if (!data && error) {
    return (
      <Card className="page-card" variant="borderless" title="最近导入">
        <Flex align="center" gap="middle" wrap>
          <span>最近的导入没有取到：{error.message}</span>
          <Button onClick={() => void refetch()}>重试</Button>
        </Flex>
      </Card>
    )
  }
  if (!data || data.length === 0) return null
  const see = (entry: ImportEntry) => {
    const place = placeOfImport(entry)
    return place === null ? null : (
      <div className="row-actions">
        <LineAct text={place.name} aria-label={`${place.name} ${importedInto(entry)}`} to={place.path} />
      </div>
    )
  }
  return (
    <Card className="page-card" variant="borderless" title="最近导入">
      <Table<ImportEntry>
        aria-label="最近导入"
        size="small"
        rowKey="number"
        dataSource={data}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: '52rem' }}
        columns={[
          { key: 'at', title: '时间', width: '7.2rem', className: 'tabular', render: (_, { at }) => (at === null ? '' : shortMoment(at, now)) },
          { key: 'kind', title: '内容', width: '4.4rem', render: (_, { action }) => (action === 'property.import' ? '房产' : '送达') },
          { key: 'into', title: '导入到', ellipsis: true, render: (_, entry) => importedInto(entry) },
          { key: 'file', title: '文件', ellipsis: true, render: (_, { fileName }) => fileName },
          { key: 'inserted', title: '新增', align: 'right', width: '4.6rem', className: 'tabular', render: (_, { inserted }) => formatCount(inserted) },
          {
            key: 'updated',
            title: '更新',
            align: 'right',
            width: '5.4rem',
            className: `tabular ${styles.dashboardNumber}`,
            render: (_, { updated }) => formatCount(updated),
          },
          { key: 'who', title: '导入人', width: '5.6rem', ellipsis: true, render: (_, { nickName, username }) => nickName || username },
          { key: 'actions', title: '操作', width: '6.4rem', render: (_, entry) => see(entry) },
        ]}
      />
    </Card>
  )
}
