import { Radio } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { useSort } from '../../ui/useSort.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { changedInWords, statusFilters, statusInWords, type StatusFilter } from './changes.ts'
import { ChangeStatusTag } from './ChangeStatusTag.tsx'

const TABLE = 'propertyChange'

const columns: readonly PageColumn<PropertyChangeRequest>[] = [
  {
    key: 'createdAt',
    title: '申请时间',
    text: ({ createdAt }) => (createdAt === null ? '' : formatTime(createdAt).slice(0, 16)),
    kind: 'time',
    width: 142,
    sort: 'time',
  },
  { key: 'applicant', title: '申请人', text: ({ applicant }) => applicant, width: 100 },
  { key: 'estateName', title: '小区', text: ({ before }) => before.estateName, width: 130 },
  { key: 'place', title: '房屋', text: ({ before }) => placeInWords(before), width: 190, isStretched: true, isAlwaysShown: true },
  { key: 'changed', title: '变更内容', text: changedInWords, width: 180, isStretched: true },
  {
    key: 'status',
    title: '状态',
    text: (request) => statusInWords(request).name,
    cell: (request) => <ChangeStatusTag request={request} />,
    width: 84,
  },
  { key: 'decidedBy', title: '审批人', text: ({ decidedBy }) => decidedBy, width: 100 },
]

/** 房产变更审批 (`console.md` section 2): owners' requests to change their property's data. */
export function PropertyChangeScreen() {
  const [condition, setCondition] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const [shown, setShown] = useState<PropertyChangeRequest | null>(null)
  const { sort, sorting } = useSort(['time'])
  const paging = usePageState(TABLE, [condition, status, sort])
  const query = useEndpoint(
    'propertyChange.list',
    { query: { condition, status, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true },
  )
  const showAll = () => {
    setCondition('')
    setStatus('all')
  }
  /** After a conflict: shows the request's current row, or closes if it is no longer listed. */
  const afterConflict = async ({ id }: PropertyChangeRequest) => {
    const { data } = await query.refetch()
    setShown(data?.rows.find((row) => row.id === id) ?? null)
  }
  const rowActions = (request: PropertyChangeRequest) => <ShowButton request={request} onShow={() => setShown(request)} />
  return (
    <>
      <PageFrame>
        <PageTable<PropertyChangeRequest>
          name={TABLE}
          label="变更申请列表"
          columns={columns}
          filters={
            <SearchBox
              label="申请人、房屋、产权人、手机号"
              value={condition}
              onSearch={setCondition}
              onReset={showAll}
              onRepeat={() => void query.refetch()}
              isSearching={query.isFetching}
            >
              <Radio.Group
                aria-label="审批状态"
                optionType="button"
                value={status}
                options={statusFilters.map(({ value, label }) => ({ value, label }))}
                onChange={(event) => setStatus(event.target.value as StatusFilter)}
              />
            </SearchBox>
          }
          query={query}
          paging={paging}
          rowKey={({ id }) => id}
          rowName={({ before }) => placeInWords(before)}
          sorting={sorting}
          tools={<ExportButton endpoint="propertyChange.export" query={{ condition, status, sort }} name="房产变更申请" isPersonal count={query.data?.total} />}
          actionsWidth={72}
          actions={rowActions}
          empty={<NoRequests isFiltered={condition !== '' || status !== 'all'} onShowAll={showAll} />}
        />
      </PageFrame>
      <ChangeDialog request={shown} onClose={() => setShown(null)} onConflict={afterConflict} />
    </>
  )
}

/** 审批 for pending requests, 查看 for decided ones. */
function ShowButton({ request, onShow }: { readonly request: PropertyChangeRequest; readonly onShow: () => void }) {
  const mayApprove = useMay('propertyChange.approve')
  const name = mayApprove && request.status === ChangeStatus.pending ? '审批' : '查看'
  return (
    <div className="row-actions">
      <LineAct text={name} aria-label={`${name} ${placeInWords(request.before)}`} onClick={onShow} />
    </div>
  )
}

function NoRequests({ isFiltered, onShowAll }: { readonly isFiltered: boolean; readonly onShowAll: () => void }) {
  if (isFiltered) return <EmptyState text="没有符合条件的申请，请换个条件再查" action={<Act text="显示全部" onClick={onShowAll} />} />
  return <EmptyState text="还没有变更申请。业主在小程序中提交，或录入员在“房产信息”中申请变更后，会列在这里等待审批" />
}
