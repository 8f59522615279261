import { Select } from 'antd'
import { useState } from 'react'
import { type PropertyCategory, propertyCategories, propertyCategoryNames } from '#shared/features/property/categories.ts'
import type { FoundProperty, Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { useMay } from '../../app-context/may.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act } from '../../app-context/Act.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { NoEstatePage } from '../estate/parts/GoneEstate.tsx'
import { EstatePicker } from '../estate/parts/EstatePicker.tsx'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import { propertyReads } from '../estate/parts/propertyReads.ts'
import { propertyImport } from '../estate/parts/propertyImport.tsx'
import { UndoImportButton } from '../estate/parts/UndoImportButton.tsx'
import { TemplateButton } from '../job/parts/ImportPanel/TemplateButton.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useAddressQuery } from '../../app-context/navigation.ts'
import { useTabTitle } from '../../app-context/tab.ts'
import { useChosenEstate, type ChosenEstate } from '../estate/parts/useChosenEstate.ts'
import { useDeleteRows } from '../../ui/useDeleteRows.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { PropertyDialog, type PropertyDialogState } from './parts/PropertyDialog.tsx'
import { PropertyTable } from './PropertyTable.tsx'
import { SyncDialog } from './SyncDialog.tsx'
import { usePropertyPage, type PropertyPage } from './usePropertyPage.tsx'
import { propertyPaths } from '../../app-context/paths.ts'
import styles from './property.module.css'
import { changeLimits as limits, MAX_CHANGE_PICTURES } from '#shared/features/property-change/rules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PicturesItem } from '../file/parts/attachments/AttachmentField.tsx'
import { OwnerFields } from './parts/propertyForm/OwnerFields.tsx'
import { ownerValuesOf, wantedOf, type PropertyFormValues } from './parts/propertyForm/propertyForm.ts'
import { TextItem } from '../../ui/TextItem.tsx'

/** 房产信息 (`console.md` section 2, Property list): the properties of the selected estate. */
export function PropertyListScreen() {
  const query = useAddressQuery()
  const asked = query.get('estateid') || null
  const chosen = useChosenEstate(asked)
  const estate = chosen.estates.find(({ id }) => id === chosen.estateId)
  const condition = query.get('condition') ?? ''
  useTabTitle(condition === '' ? (asked === null ? null : estate?.name) : condition)
  if (estate) return <EstateProperties estate={estate} chosen={chosen} initialCondition={condition} />
  return <NoEstatePage chosen={chosen} />
}

interface EstatePropertiesProps {
  readonly estate: { readonly id: string; readonly name: string }
  readonly chosen: ChosenEstate
  /** The search condition in the address, for a property linked to. */
  readonly initialCondition: string
}

/** An estate's properties. Switching estates resets search and selection. */
function EstateProperties({ estate, chosen, initialCondition }: EstatePropertiesProps) {
  const [condition, setCondition] = useState(initialCondition)
  const [category, setCategory] = useState<PropertyCategory | null>(null)
  const page = usePropertyPage(estate.id, condition, category)
  const showAll = () => {
    setCondition('')
    setCategory(null)
  }
  const selection = useSelection<FoundProperty>()
  const [dialog, setDialog] = useState<PropertyDialogState>({ isOpen: false, property: null })
  const [requested, setRequested] = useState<Property | null>(null)
  const mayImport = useMay('property.import')
  const [isSyncing, setIsSyncing] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const [shownId, setShownId] = useState(estate.id)
  if (shownId !== estate.id) {
    setShownId(estate.id)
    showAll()
    setIsImporting(false)
    selection.clear()
  }
  const remove = useSend('property.delete', { refreshes: propertyReads, success: '删除成功' })

  const askToDelete = useDeleteRows<Property>({ selection, nameOf: placeInWords, send: (ids) => remove.send({ query: { ids } }) })
  const openDialog = (property: Property | null) => setDialog({ isOpen: true, property })
  const source = propertyImport(estate)

  return (
    <ImportHost
      source={source}
      isOpen={isImporting}
      onOpen={() => setIsImporting(true)}
      onClose={() => setIsImporting(false)}
      onSee={showAll}
      takesDrops={mayImport && !dialog.isOpen && !isSyncing && requested === null}
    >
      <PageFrame
        actions={
          <>
            <Act call="checkup.get" text="体检" to={propertyPaths.checkup(estate.id)} />
            <Allowed call="property.undoImport">
              <UndoImportButton estateId={estate.id} text="撤销最近导入" />
            </Allowed>
            <Allowed call="property.import">
              <TemplateButton template={source.template} />
            </Allowed>
            <Act call="property.import" text="Excel导入" onClick={() => setIsImporting(true)} />
            <Act call="property.save" text="新增" type="primary" onClick={() => openDialog(null)} />
          </>
        }
      >
        <PropertyTable
          filters={<PropertySearch chosen={chosen} page={page} condition={condition} category={category} onSearch={setCondition} onCategory={setCategory} />}
          estate={estate}
          page={page}
          selection={selection}
          condition={condition}
          category={category}
          acts={{
            onEdit: openDialog,
            onRequest: setRequested,
            onDelete: askToDelete,
            onSync: () => setIsSyncing(true),
            onShowAll: showAll,
            onImport: () => setIsImporting(true),
          }}
        />
      </PageFrame>
      <PropertyDialog {...dialog} estate={estate} onClose={() => setDialog({ ...dialog, isOpen: false })} />
      {requested === null ? null : <ChangeRequestDialog property={requested} onClose={() => setRequested(null)} />}
      <SyncDialog isOpen={isSyncing} estateId={estate.id} properties={selection.rows} onClose={() => setIsSyncing(false)} />
    </ImportHost>
  )
}

interface PropertySearchProps {
  readonly chosen: ChosenEstate
  readonly page: PropertyPage
  readonly condition: string
  /** null for all. */
  readonly category: PropertyCategory | null
  readonly onSearch: (condition: string) => void
  readonly onCategory: (category: PropertyCategory | null) => void
}

/** The list's filters: estate, category and search condition. */
function PropertySearch({ chosen, page, condition, category, onSearch, onCategory }: PropertySearchProps) {
  return (
    <SearchBox
      label="姓名、手机号、证件号、分期、区、楼栋、房号"
      value={condition}
      onSearch={onSearch}
      {...(category === null ? {} : { onReset: () => onCategory(null) })}
      onRepeat={() => void page.query.refetch()}
      isSearching={page.query.isFetching}
    >
      <EstatePicker chosen={chosen} />
      <CategorySelect value={category} onChange={onCategory} />
    </SearchBox>
  )
}

interface CategorySelectProps {
  /** null for all. */
  readonly value: PropertyCategory | null
  readonly onChange: (category: PropertyCategory | null) => void
}

const options = [{ value: 0, label: '全部用途' }, ...propertyCategories.map((value) => ({ value, label: propertyCategoryNames[value] }))]

/** Filters the list by category. */
function CategorySelect({ value, onChange }: CategorySelectProps) {
  return (
    <Select<PropertyCategory | 0>
      className={styles.propertyCategory}
      aria-label="用途"
      options={options}
      value={value ?? 0}
      onChange={(chosen) => onChange(chosen === 0 ? null : chosen)}
    />
  )
}

interface ChangeRequestValues extends PropertyFormValues {
  readonly applicant?: string
  readonly personPictures?: readonly string[]
  readonly propertyPictures?: readonly string[]
}

interface ChangeRequestDialogProps {
  readonly property: Property
  readonly onClose: () => void
}

/** 申请变更: submits an owner's change request for approval, for users who may not edit. */
function ChangeRequestDialog({ property, onClose }: ChangeRequestDialogProps) {
  const handIn = useSend('propertyChange.handIn', { refreshes: ['propertyChange.list'], success: '提交成功，等待审批' })
  const submit = async (values: ChangeRequestValues) => {
    const { applicant = '', personPictures = [], propertyPictures = [] } = values
    const pictures = { personPictures: [...personPictures], propertyPictures: [...propertyPictures] }
    return (await handIn.send({ body: { propertyId: property.id, activityId: '', applicant, after: wantedOf(values, property), ...pictures } })).ok
  }
  return (
    <FormDialog<ChangeRequestValues>
      title={`申请变更 · ${placeInWords(property)}`}
      isOpen
      initialValues={{ ...ownerValuesOf(property), personPictures: [], propertyPictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      width={680}
    >
      <p className="quiet lead">改成业主申请的内容，由活动负责人审批后生效；号码不改的，保持显示的样子</p>
      <OwnerFields isRequired hasFocus shownPhone={property.phone} />
      <TextItem<ChangeRequestValues> name="applicant" limit={limits.applicant} placeholder="提出申请的业主" />
      <PicturesItem name="personPictures" label="身份证件照片" max={MAX_CHANGE_PICTURES} />
      <PicturesItem name="propertyPictures" label="房产证件照片" max={MAX_CHANGE_PICTURES} />
    </FormDialog>
  )
}
