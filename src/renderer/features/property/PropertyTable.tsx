import type { ReactNode } from 'react'
import { propertyCategoryNames, type PropertyCategory } from '#shared/features/property/categories.ts'
import type { FoundProperty } from '#shared/features/property/contract.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatArea } from '../../ui/numbers.ts'
import { PageTable } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Selection } from '../../ui/useSelection.ts'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { TABLE, type PropertyPage } from './usePropertyPage.tsx'

interface PropertyTableProps extends NoPropertiesProps {
  readonly estate: { readonly id: string; readonly name: string }
  readonly filters: ReactNode
  readonly page: PropertyPage
  readonly selection: Selection<FoundProperty>
  readonly acts: NoPropertiesProps['acts'] & {
    readonly onEdit: (property: FoundProperty) => void
    readonly onRequest: (property: FoundProperty) => void
    readonly onDelete: (properties: readonly FoundProperty[]) => void
    /** Adds the selected properties to an activity's roster. */
    readonly onSync: () => void
  }
}

/** The properties of an estate, with actions on one, on selected and on all. */
export function PropertyTable({ estate, filters, page, selection, ...asked }: PropertyTableProps) {
  const { onEdit, onRequest, onDelete, onSync } = asked.acts
  // Users who may not edit submit a change request instead.
  const mayEdit = useMay('property.update')
  const mayRequest = useMay('propertyChange.handIn')
  const { query, totals, columns, paging, everyRow, sort, sorting } = page
  const noneChosen = (sentence: string) => (selection.ids.length === 0 ? sentence : null)
  const rowActions = (property: FoundProperty) => (
    <div className="row-actions">
      {mayEdit ? null : <LineAct text="申请变更" of={placeInWords(property)} onClick={() => onRequest(property)} />}
      <LineAct call="property.update" text="编辑" onClick={() => onEdit(property)} />
      <LineAct call="property.delete" text="删除" danger onClick={() => onDelete([property])} />
    </div>
  )
  return (
    <PageTable<FoundProperty>
      name={TABLE}
      label="房产列表"
      columns={columns}
      filters={filters}
      query={query}
      paging={paging}
      rowKey={({ id }) => id}
      rowName={placeInWords}
      selection={mayEdit ? selection : undefined}
      everyRow={everyRow}
      sorting={sorting}
      totals={totals ? `面积合计 ${formatArea(totals.areaHundredths)}㎡` : ''}
      tools={
        <ExportButton
          endpoint="property.export"
          query={{ estateId: estate.id, condition: asked.condition, category: asked.category, sort }}
          name="房产信息"
          of={estate.name}
          isPersonal
          count={totals?.propertyCount}
        />
      }
      toolbar={
        <>
          <Allowed call="ballot.sync">
            <ReasonedButton reason={noneChosen(say.nothingToSync)} onClick={onSync}>
              同步到投票活动
            </ReasonedButton>
          </Allowed>
          <Allowed call="property.delete">
            <ReasonedButton danger reason={noneChosen(say.nothingSelected)} onClick={() => onDelete(selection.rows)}>
              批量删除
            </ReasonedButton>
          </Allowed>
        </>
      }
      actionsWidth={96}
      actions={mayEdit || mayRequest ? rowActions : undefined}
      empty={<NoProperties {...asked} />}
    />
  )
}

interface NoPropertiesProps {
  readonly condition: string
  /** null for all. */
  readonly category: PropertyCategory | null
  readonly acts: { readonly onShowAll: () => void; readonly onImport: () => void }
}

function NoProperties({ condition, category, acts: { onShowAll, onImport } }: NoPropertiesProps) {
  const asked = [...(condition === '' ? [] : [condition]), ...(category === null ? [] : [propertyCategoryNames[category]])].join('，')
  if (asked !== '') return <EmptyState text={`没有找到“${asked}”，请换个条件再查`} action={<Act text="显示全部" onClick={onShowAll} />} />
  return (
    <EmptyState
      text="这个小区还没有房产。点“Excel导入”，或把文件直接拖到这里"
      action={<Act call="property.import" text="Excel导入" type="primary" onClick={onImport} />}
    />
  )
}
