import { Button, Descriptions, Modal } from 'antd'
import type { Topic } from '#shared/features/activity/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { ProxyStatus, proxyStatusNames } from '#shared/features/proxy/rules.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { minutesOf } from '../../ui/moments.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { proxyTones, topicsInWords, untilInWords } from './parts/proxyWords.ts'

interface ProxyDetailsProps {
  /** null: closed. */
  readonly proxy: Proxy | null
  readonly topics: readonly Topic[]
  readonly onClose: () => void
}

/** A proxy with its pictures, who registered it, and why it was revoked. */
export function ProxyDetails({ proxy, topics, onClose }: ProxyDetailsProps) {
  return (
    <Modal
      open={proxy !== null}
      title="委托"
      width={640}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button autoFocus onClick={onClose}>
          关闭
        </Button>
      }
    >
      {proxy === null ? null : <Details proxy={proxy} topics={topics} />}
    </Modal>
  )
}

function Details({ proxy, topics }: { readonly proxy: Proxy; readonly topics: readonly Topic[] }) {
  const { id, place, ownerName, agentName, agentPhone, agentIdNumber, status, isUsed, pictures, creator, createdAt, revokedBy, revokedAt, revokeReason } = proxy
  const of = { kind: 'proxy', id } as const
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      styles={{ label: { width: '9em' } }}
      items={[
        { key: 'place', label: '房屋', children: place },
        { key: 'owner', label: '产权人', children: ownerName },
        { key: 'agent', label: '受托人', children: agentName },
        { key: 'phone', label: '手机号', children: agentPhone === '' ? '未登记' : <StoredNumber of={of} text={agentPhone} kind="phone" /> },
        { key: 'idNumber', label: '证件号', children: agentIdNumber === '' ? '未登记' : <StoredNumber of={of} text={agentIdNumber} kind="idNumber" /> },
        { key: 'topics', label: '委托的议题', children: topicsInWords(proxy, topics) },
        { key: 'until', label: '有效期至', children: <span className="tabular">{untilInWords(proxy)}</span> },
        {
          key: 'status',
          label: '状态',
          children: (
            <>
              <StateTag tone={proxyTones[status]}>{proxyStatusNames[status]}</StateTag> {isUsed ? '已代为投票' : ''}
            </>
          ),
        },
        { key: 'pictures', label: '照片', children: pictures.length === 0 ? '无' : <StoredPictures paths={pictures} label="委托书和证件照片" /> },
        { key: 'made', label: '登记', children: <span className="tabular">{`${creator} ${minutesOf(createdAt)}`}</span> },
        ...(status === ProxyStatus.revoked
          ? [{ key: 'revoked', label: '撤销', children: <span className="tabular">{`${revokedBy} ${minutesOf(revokedAt)}，原因：${revokeReason}`}</span> }]
          : []),
      ]}
    />
  )
}
