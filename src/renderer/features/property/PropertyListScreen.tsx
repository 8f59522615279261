import { Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { FoundProperty, Property } from '#shared/features/property/contract.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { searchTerms } from '#shared/search/condition.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EstatePicker } from '../estate/parts/EstatePicker.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import { propertyReads } from '../estate/parts/propertyReads.ts'
import { propertyImport } from '../estate/parts/propertyImport.ts'
import { TemplateButton } from '../job/parts/ImportPanel/TemplateButton.tsx'
import { formatArea } from '../../ui/numbers.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTable } from '../../ui/PageTable.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useAddressQuery, useNavigate } from '../../app-context/navigation.ts'
import { usePageTitle, useTabTitle } from '../../app-context/tab.ts'
import { useChosenEstate, type ChosenEstate } from '../estate/parts/useChosenEstate.ts'
import { namesOf, useConfirmDelete } from '../../ui/useConfirmDelete.tsx'
import { usePaging } from '../../ui/usePaging.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { useSort } from '../../ui/useSort.ts'
import { columnsOf } from './propertyColumns.tsx'
import { PropertyDialog, type PropertyDialogState } from './PropertyDialog.tsx'
import { SyncDialog } from './SyncDialog.tsx'
import { UnsettledBanner } from './UnsettledBanner.tsx'
import { hasZones } from './zones.ts'
import './property.css'

const TABLE = 'property'

/** 房产信息 (`console.md` section 2, Property list): the properties of the chosen estate. */
export function PropertyListScreen() {
  const query = useAddressQuery()
  const asked = query.get('estateid')
  const chosen = useChosenEstate(asked)
  const { estates, estateId, query: all } = chosen
  const navigate = useNavigate()
  const estate = estates.find(({ id }) => id === estateId)
  const condition = query.get('condition') ?? ''
  const title = usePageTitle()
  useTabTitle(condition === '' ? (asked === null ? null : estate?.name) : condition)
  if (estate) return <EstateProperties estate={estate} chosen={chosen} initialCondition={condition} />
  return (
    <PageFrame title={title}>
      {all.data ? (
        <EmptyState
          text="还没有小区。先登记小区，再导入它的房产"
          action={
            <Button type="primary" onClick={() => navigate('/estate/input')}>
              登记小区
            </Button>
          }
        />
      ) : all.error ? (
        <FailureState sentence={all.error.message} onRetry={() => void all.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </PageFrame>
  )
}

interface EstatePropertiesProps {
  readonly estate: { readonly id: string; readonly name: string }
  readonly chosen: ChosenEstate
  /** What the address searches for: a property that one came to see. */
  readonly initialCondition: string
}

/** One estate's properties. Another estate begins without search and selection. */
function EstateProperties({ estate, chosen, initialCondition }: EstatePropertiesProps) {
  const [condition, setCondition] = useState(initialCondition)
  const { sort, sorting } = useSort(['place', 'area'])
  const paging = usePaging(TABLE, [estate.id, condition, sort])
  const selection = useSelection<FoundProperty>()
  const [dialog, setDialog] = useState<PropertyDialogState>({ isOpen: false, property: null })
  const [isSyncing, setIsSyncing] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const [shownId, setShownId] = useState(estate.id)
  if (shownId !== estate.id) {
    setShownId(estate.id)
    setCondition('')
    setIsImporting(false)
    selection.clear()
  }
  const toasts = useToasts()
  const confirmDelete = useConfirmDelete()
  const query = useEndpoint(
    'property.list',
    { query: { estateId: estate.id, condition, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true, errors: 'caller' },
  )
  // What is kept on screen while the next page comes must not be another estate's.
  const isOther = query.isPlaceholderData && query.data.rows.some(({ estateId }) => estateId !== estate.id)
  const totals = useEndpoint('property.totals', { query: { estateId: estate.id, condition } }, { errors: 'caller' })
  const places = useEndpoint('estate.places', { query: { estateId: estate.id, counts: '' } }, { errors: 'caller' })
  const isZoned = hasZones(places.data ?? [])
  const columns = useMemo(() => columnsOf(isZoned, searchTerms(condition)), [isZoned, condition])
  const remove = useSend('property.delete', { refreshes: propertyReads, success: '删除成功' })

  const isAnySelected = (otherwise: string) => {
    if (selection.ids.length > 0) return true
    toasts.failure({ kind: 'local', message: otherwise })
    return false
  }
  const askToDelete = (properties: readonly Property[]) =>
    confirmDelete({
      destroyed: namesOf(properties.map(placeInWords)),
      onConfirm: async () => {
        const sent = await remove.send({ query: { ids: properties.map(({ id }) => id) } })
        if (sent.ok) selection.drop(properties.map(({ id }) => id))
      },
    })
  const openDialog = (property: Property | null) => setDialog({ isOpen: true, property })
  const rowActions = (property: Property) => (
    <div className="row-actions">
      <Button type="link" size="small" onClick={() => openDialog(property)}>
        编辑
      </Button>
      <Button type="link" size="small" danger onClick={() => askToDelete([property])}>
        删除
      </Button>
    </div>
  )
  const source = propertyImport(estate)

  return (
    <ImportHost
      source={source}
      isOpen={isImporting}
      onOpen={() => setIsImporting(true)}
      onClose={() => setIsImporting(false)}
      onSee={() => setCondition('')}
      takesDrops={!dialog.isOpen && !isSyncing}
    >
      <PageFrame
        title={usePageTitle()}
        actions={
          <>
            <TemplateButton template={source.template} />
            <Button onClick={() => setIsImporting(true)}>Excel导入</Button>
            <Button type="primary" onClick={() => openDialog(null)}>
              新增
            </Button>
          </>
        }
        filters={
          <SearchBox
            label="姓名、手机号、证件号、分期、区、楼栋、房号"
            value={condition}
            onSearch={setCondition}
            onRepeat={() => void query.refetch()}
            isSearching={query.isFetching}
          >
            <EstatePicker chosen={chosen} />
          </SearchBox>
        }
      >
        <UnsettledBanner estateId={estate.id} onEdit={openDialog} onDelete={(property) => askToDelete([property])} />
        <PageTable<FoundProperty>
          name={TABLE}
          label="房产列表"
          columns={columns}
          query={isOther ? { ...query, data: undefined } : query}
          paging={paging}
          rowKey={({ id }) => id}
          rowName={placeInWords}
          selection={selection}
          sorting={sorting}
          totals={totals.data ? `面积合计 ${formatArea(totals.data.areaHundredths)}㎡` : ''}
          tools={
            <ExportButton
              endpoint="property.export"
              query={{ estateId: estate.id, condition, sort }}
              name="房产信息"
              of={estate.name}
              isPersonal
              count={totals.data?.propertyCount}
            />
          }
          toolbar={
            <>
              <Button onClick={() => isAnySelected(say.nothingToSync) && setIsSyncing(true)}>同步到投票活动</Button>
              <Button danger onClick={() => isAnySelected(say.nothingSelected) && askToDelete(selection.rows)}>
                批量删除
              </Button>
            </>
          }
          actionsWidth={96}
          actions={rowActions}
          empty={<NoProperties condition={condition} onShowAll={() => setCondition('')} onImport={() => setIsImporting(true)} />}
        />
      </PageFrame>
      <PropertyDialog {...dialog} estate={estate} onClose={() => setDialog({ ...dialog, isOpen: false })} />
      <SyncDialog isOpen={isSyncing} estateId={estate.id} properties={selection.rows} onClose={() => setIsSyncing(false)} />
    </ImportHost>
  )
}

interface NoPropertiesProps {
  readonly condition: string
  readonly onShowAll: () => void
  readonly onImport: () => void
}

function NoProperties({ condition, onShowAll, onImport }: NoPropertiesProps) {
  if (condition !== '') return <EmptyState text={`没有找到“${condition}”，请换个条件再查`} action={<Button onClick={onShowAll}>显示全部</Button>} />
  return (
    <EmptyState
      text="这个小区还没有房产。可以从 Excel 导入，也可以把文件直接拖到这里"
      action={
        <Button type="primary" onClick={onImport}>
          导入房产
        </Button>
      }
    />
  )
}
