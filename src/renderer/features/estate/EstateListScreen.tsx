import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import { propertyImport } from './parts/propertyImport.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useDeleteRows } from '../../ui/useDeleteRows.ts'
import { usePageState } from '../../ui/usePageState.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { useSort } from '../../ui/useSort.ts'
import { addressInWords, categoriesInWords, valuesOf, type EstateFormValues } from './estateForm.ts'
import { estatePaths, propertyPaths } from '../../app-context/paths.ts'
import { DEFAULT_CATEGORY, propertyCategoryNames } from '#shared/features/property/categories.ts'
import styles from './estate.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { EstateFields } from './EstateFields.tsx'
import { useSaveEstate } from './useSaveEstate.ts'

const TABLE = 'estate'

const columns: readonly PageColumn<Estate>[] = [
  { key: 'name', title: '小区名称', text: ({ name }) => name, width: 150, isAlwaysShown: true, sort: 'name' },
  { key: 'address', title: '地址', text: addressInWords, width: 160, isStretched: true },
  {
    key: 'propertyCount',
    title: '房屋数',
    text: ({ propertyCount }) => formatCount(propertyCount),
    cell: (estate) => <PropertyCount estate={estate} />,
    kind: 'number',
    width: 104,
    sort: 'houses',
  },
  { key: 'categories', title: '用途', text: categoriesInWords, width: 170, isHiddenAtFirst: true },
  { key: 'ballotCount', title: '票权数', text: ({ ballotCount }) => formatCount(ballotCount), kind: 'number', width: 92 },
  { key: 'area', title: '房屋面积(㎡)', text: ({ areaHundredths }) => formatArea(areaHundredths), kind: 'number', width: 148, sort: 'area' },
]

const RIGHTS = '票权数：同一业主的房产计一票；活动里有业主的房产尚未合并时，活动的票数更多，请在“票权管理”中合并'

/** 小区管理 (`console.md` section 2, Estate list). */
export function EstateListScreen() {
  const navigate = useNavigate()
  const { sort, sorting } = useSort(['name', 'houses', 'area'])
  const paging = usePageState(TABLE, sort)
  const selection = useSelection<Estate>()
  const query = useEndpoint('estate.list', { query: { sort, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const totals = useEndpoint('estate.totals', {})
  const remove = useSend('estate.delete', { refreshes: ['estate.list', 'estate.totals', 'estate.all'], success: '删除成功' })
  const [dialog, setDialog] = useState<EstateDialogState>({ isOpen: false, estate: null })
  const [importing, setImporting] = useState<{ readonly isOpen: boolean; readonly estate: Estate | null }>({ isOpen: false, estate: null })
  const openDialog = (estate: Estate | null) => setDialog({ isOpen: true, estate })

  const mayDelete = useMay('estate.delete')
  const askToDelete = useDeleteRows<Estate>({ selection, nameOf: ({ name }) => name, send: (ids) => remove.send({ query: { ids } }) })
  const add = <Act call="estate.save" text="新增" type="primary" onClick={() => openDialog(null)} />

  const rowActions = (estate: Estate) => (
    <RowActions
      onSee={() => navigate(propertyPaths.ofEstate(estate.id))}
      onImport={() => setImporting({ isOpen: true, estate })}
      onRules={() => navigate(estatePaths.rules(estate.id))}
      onEdit={() => openDialog(estate)}
      onDelete={() => askToDelete([estate])}
    />
  )

  return (
    <ImportHost
      source={importing.estate && propertyImport(importing.estate)}
      isOpen={importing.isOpen}
      onOpen={() => setImporting({ ...importing, isOpen: true })}
      onClose={() => setImporting({ ...importing, isOpen: false })}
      onSee={() => importing.estate && navigate(propertyPaths.ofEstate(importing.estate.id))}
      takesDrops={importing.isOpen}
    >
      <PageFrame actions={add} about={RIGHTS}>
        <PageTable<Estate>
          name={TABLE}
          label="小区列表"
          columns={columns}
          query={query}
          paging={paging}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          selection={mayDelete ? selection : undefined}
          sorting={sorting}
          totals={totals.data ? totalsInWords(totals.data) : ''}
          tools={<ExportButton endpoint="estate.export" query={{ sort }} name="小区" isPersonal={false} count={query.data?.total} />}
          toolbar={
            <Allowed call="estate.delete">
              <ReasonedButton danger reason={selection.ids.length === 0 ? say.nothingSelected : null} onClick={() => askToDelete(selection.rows)}>
                批量删除
              </ReasonedButton>
            </Allowed>
          }
          actionsWidth={320}
          actions={rowActions}
          empty={
            <EmptyState
              text="还没有小区，登记第一个小区后就可以导入房产"
              action={
                <Allowed call="estate.save">
                  <Button type="primary" onClick={() => openDialog(null)}>
                    登记小区
                  </Button>
                </Allowed>
              }
            />
          }
        />
        <EstateDialog {...dialog} onClose={() => setDialog({ ...dialog, isOpen: false })} />
      </PageFrame>
    </ImportHost>
  )
}

interface RowActionsProps {
  readonly onSee: () => void
  readonly onImport: () => void
  readonly onRules: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** Actions on an estate. */
function RowActions({ onSee, onImport, onRules, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className="row-actions">
      <LineAct text="查看房产" onClick={onSee} />
      <LineAct call="property.import" text="Excel导入" onClick={onImport} />

      <LineAct text="议事规则" onClick={onRules} />
      <LineAct call="estate.update" text="编辑" onClick={onEdit} />
      <LineAct call="estate.delete" text="删除" danger onClick={onDelete} />
    </div>
  )
}

function totalsInWords({ propertyCount, ballotCount, areaHundredths }: AnswerOf<'estate.totals'>): string {
  return `合计 房屋 ${formatCount(propertyCount)} 套，票权 ${formatCount(ballotCount)} 票，面积 ${formatArea(areaHundredths)}㎡`
}

/** An estate's number of properties; the tooltip shows categories, unless all are dwellings. */
function PropertyCount({ estate: { propertyCount, categories } }: { readonly estate: Estate }) {
  const total = formatCount(propertyCount)
  if (categories.every(({ category }) => category === DEFAULT_CATEGORY)) return total
  const rows = categories.map(({ category, propertyCount: count, areaHundredths }) => (
    <div key={category} className="tabular">
      {propertyCategoryNames[category]} {formatCount(count)} 套，{formatArea(areaHundredths)}㎡
    </div>
  ))
  return (
    <Tooltip title={rows} trigger={['hover', 'focus', 'click']}>
      <button type="button" className={`${styles.propertyCount} tabular`}>
        {total}
      </button>
    </Tooltip>
  )
}

interface EstateDialogState {
  readonly isOpen: boolean
  /** The estate to edit; null adds one. Kept while the dialog is closing, so that its title does not change. */
  readonly estate: Estate | null
}

/** The estate form in a dialog. */
function EstateDialog({ isOpen, estate, onClose }: EstateDialogState & { readonly onClose: () => void }) {
  const save = useSaveEstate(estate)
  return (
    <FormDialog<EstateFormValues>
      title={estate ? '编辑小区' : '新增小区'}
      isOpen={isOpen}
      initialValues={estate ? valuesOf(estate) : {}}
      onSubmit={save.submit}
      onClose={onClose}
    >
      {save.notice}
      <EstateFields />
    </FormDialog>
  )
}
