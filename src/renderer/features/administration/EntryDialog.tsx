import { Button, Modal } from 'antd'
import { Fragment } from 'react'
import type { AuditEntry } from '#shared/features/audit/contract.ts'
import { ComparisonTable } from '../../widgets/comparison/ComparisonTable.tsx'
import { comparedFields } from './entryFields.ts'
import { actionName } from './journal.ts'

/** One entry of the journal: what was before and after, field by field, and below it what a technician looks for. */
export function EntryDialog({ entry, onClose }: { readonly entry: AuditEntry | null; readonly onClose: () => void }) {
  return (
    <Modal
      title={entry ? `第 ${entry.number} 条：${actionName(entry.action)}` : ''}
      open={entry !== null}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
      width={760}
    >
      {entry ? <EntryFacts entry={entry} /> : null}
    </Modal>
  )
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const fields = comparedFields(entry)
  const plain = fields.filter(({ isTechnical }) => !isTechnical)
  return (
    <>
      {plain.length === 0 ? (
        <p>这条日志没有记录改动前后的内容</p>
      ) : (
        <ComparisonTable label="改动前后对照" heads={['字段', '改动前', '改动后']} fields={plain} nothing="—" />
      )}
      <h3 className="journal-technical">技术信息</h3>
      <dl className="journal-entry">
        <dt>对象编号</dt>
        <dd>{entry.subject === '' ? '—' : entry.subject}</dd>
        {fields
          .filter(({ isTechnical }) => isTechnical)
          .map(({ path, label, before, after, isChanged }) => (
            <Fragment key={path}>
              <dt>{label}</dt>
              <dd>{isChanged && before !== '' ? `${before} → ${after}` : after || before}</dd>
            </Fragment>
          ))}
        <dt>校验摘要</dt>
        <dd className="journal-hash">{entry.hash}</dd>
      </dl>
    </>
  )
}
