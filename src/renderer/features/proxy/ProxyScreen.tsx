import { Radio, Descriptions, Modal } from 'antd'
import { useState } from 'react'
import type { Activity, Topic } from '#shared/features/activity/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { proxyLimits, ProxyStatus, proxyStatusNames, revokeReasons } from '#shared/features/proxy/rules.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { ProxyDialog } from './parts/ProxyDialog.tsx'
import { proxyTones, topicsInWords, untilInWords } from './parts/proxyWords.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { minutesOf } from '../../ui/moments.ts'

const TABLE = 'proxy'
type StatusFilter = 'all' | ProxyStatus
const statusFilters = [
  { value: 'all', label: '全部' },
  ...([ProxyStatus.live, ProxyStatus.revoked, ProxyStatus.expired] as const).map((status) => ({ value: status, label: proxyStatusNames[status] })),
]

const columnsOf = ({ topics }: Activity): readonly PageColumn<Proxy>[] => [
  { key: 'place', title: '房屋', text: ({ place }) => place, width: 180, isStretched: true, isAlwaysShown: true },
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 90, share: 9 },
  { key: 'agentName', title: '受托人', text: ({ agentName }) => agentName, width: 90, isAlwaysShown: true },
  { key: 'numbers', title: '手机号、证件号', text: () => '', cell: (proxy) => <AgentNumbers proxy={proxy} />, width: 196, givesWay: 4 },
  { key: 'topics', title: '委托的议题', text: (proxy) => topicsInWords(proxy, topics), width: 110, share: 12, givesWay: 3 },
  { key: 'validUntil', title: '有效期至', text: untilInWords, kind: 'time', width: 134, givesWay: 1 },
  { key: 'isUsed', title: '已代投', text: ({ isUsed }) => (isUsed ? '是' : ''), width: 64, givesWay: 2 },
  { key: 'status', title: '状态', text: () => '', cell: ({ status }) => <StateTag tone={proxyTones[status]}>{proxyStatusNames[status]}</StateTag>, width: 76 },
]

/** Phone and ID number, which distinguish namesakes. */
function AgentNumbers({ proxy: { id, agentPhone, agentIdNumber } }: { readonly proxy: Proxy }) {
  const of = { kind: 'proxy', id } as const
  return (
    <>
      {agentPhone === '' ? null : <StoredNumber of={of} text={agentPhone} kind="phone" />}
      {agentPhone === '' || agentIdNumber === '' ? null : <br />}
      {agentIdNumber === '' ? null : <StoredNumber of={of} text={agentIdNumber} kind="idNumber" />}
    </>
  )
}

/** 委托 (`paper.md` section 3): who votes for whom in an activity. */
export function ProxyScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityProxies key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityProxies({ activity }: { readonly activity: Activity }) {
  const [condition, setCondition] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const [isAdding, setIsAdding] = useState(false)
  const [shown, setShown] = useState<Proxy | null>(null)
  const paging = usePageState(TABLE, [condition, status])
  const query = useEndpoint(
    'proxy.list',
    { query: { activityId: activity.id, ballotId: '', status, condition, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true },
  )
  const revoke = useRevocation()
  const showAll = () => {
    setCondition('')
    setStatus('all')
  }
  const add = <Act call="proxy.save" text="登记委托" type="primary" reason={whyNotNow(activity)} onClick={() => setIsAdding(true)} />
  const rowActions = (proxy: Proxy) => <ProxyActions proxy={proxy} status={activity.status} onShow={() => setShown(proxy)} onRevoke={() => revoke(proxy)} />
  return (
    <PageFrame actions={add}>
      <PageTable<Proxy>
        name={TABLE}
        label="委托列表"
        columns={columnsOf(activity)}
        filters={
          <SearchBox
            label="房屋、产权人、受托人、手机号"
            value={condition}
            onSearch={setCondition}
            onReset={showAll}
            onRepeat={() => void query.refetch()}
            isSearching={query.isFetching}
          >
            <Radio.Group
              aria-label="委托状态"
              optionType="button"
              value={status}
              options={statusFilters}
              onChange={(event) => setStatus(event.target.value as StatusFilter)}
            />
          </SearchBox>
        }
        query={query}
        paging={paging}
        rowKey={({ id }) => id}
        rowName={({ place }) => place}
        actionsWidth={116}
        actions={rowActions}
        empty={
          condition === '' && status === 'all' ? (
            <EmptyState text="还没有登记委托。业主不能到场、由别人代为投票的，先在这里登记" action={add} />
          ) : (
            <EmptyState text="没有符合条件的委托，请换个条件再查" action={<Act text="显示全部" onClick={showAll} />} />
          )
        }
      />
      <ProxyDialog isOpen={isAdding} activity={activity} owner={null} onClose={() => setIsAdding(false)} />
      <ProxyDetails proxy={shown} topics={activity.topics} onClose={() => setShown(null)} />
    </PageFrame>
  )
}

interface ProxyActionsProps {
  readonly proxy: Proxy
  readonly status: Activity['status']
  readonly onShow: () => void
  readonly onRevoke: () => void
}

function ProxyActions({ proxy, status, onShow, onRevoke }: ProxyActionsProps) {
  return (
    <div className="row-actions">
      <LineAct text="查看" of={proxy.place} onClick={onShow} />
      {proxy.status === ProxyStatus.revoked ? null : (
        <LineAct call="proxy.revoke" text="撤销" danger of={proxy.place} reason={whyNot(status, 'endProxy')} onClick={onRevoke} />
      )}
    </div>
  )
}

/** Why no proxy can be registered now; null if one can. */
function whyNotNow({ status, proxyLimit }: Activity): string | null {
  return proxyLimit === 0 ? '本活动不接受委托' : whyNot(status, 'entrust')
}

/** Revokes a proxy, after asking for a reason. */
function useRevocation(): (proxy: Proxy) => void {
  const { ask } = useQuestions()
  const revoke = useSend('proxy.revoke', { refreshes: ['proxy.list'], success: '撤销委托成功' })
  return ({ id, place, ownerName, agentName, isUsed }) =>
    ask({
      title: '确认撤销该委托吗?',
      detail: `${ownerName}，${place}，受托人 ${agentName}。${isUsed ? '已经代为投出的票不变' : '撤销后受托人不能再代为投票'}`,
      confirmText: '撤销委托',
      isDangerous: true,
      reason: { ...proxyLimits.revokeReason, ready: revokeReasons },
      onConfirm: (reason) => revoke.send({ body: { id, reason } }),
    })
}

interface ProxyDetailsProps {
  /** null: closed. */
  readonly proxy: Proxy | null
  readonly topics: readonly Topic[]
  readonly onClose: () => void
}

/** A proxy with pictures, who registered it, and why it was revoked. */
function ProxyDetails({ proxy, topics, onClose }: ProxyDetailsProps) {
  return (
    <Modal open={proxy !== null} title="委托" width={640} onCancel={onClose} destroyOnHidden footer={<Act text="关闭" autoFocus onClick={onClose} />}>
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
