import { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { propertyReads } from '../../estate/parts/propertyReads.ts'
import { DoorFields } from './propertyForm/CategoryFields.tsx'
import { PropertyFields } from './propertyForm/PropertyFields.tsx'
import { changeOf, comparedFields, draftOf, newPropertyValues, valuesOf, type PropertyFormValues } from './propertyForm/propertyForm.ts'
import { useStaleForm } from '../../../ui/stale/useStaleForm.tsx'

export interface PropertyDialogState {
  readonly isOpen: boolean
  /** The property to edit; null adds one. Kept while the dialog is closing. */
  readonly property: Property | null
}

interface PropertyDialogProps extends PropertyDialogState {
  /** The estate of a new property. */
  readonly estate: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** The property form in a dialog. */
export function PropertyDialog({ isOpen, property, estate, onClose }: PropertyDialogProps) {
  const add = useSend('property.save', { refreshes: propertyReads, success: '提交成功' })
  const change = useSend('property.update', { refreshes: propertyReads, success: '修改成功', errors: 'caller' })
  const stale = useStaleForm({ schema: Property, opened: property, valuesOf, fields: comparedFields })
  const submit = async (values: PropertyFormValues) => {
    if (stale.base === null) return (await add.send({ body: draftOf(values, estate.id) })).ok
    return stale.settle(await change.send({ body: changeOf(values, stale.base) }), values)
  }
  return (
    <FormDialog<PropertyFormValues>
      title={property ? `编辑房产 · ${placeInWords(property)}` : `新增房产 · ${estate.name}`}
      isOpen={isOpen}
      initialValues={property ? valuesOf(property) : newPropertyValues}
      onSubmit={submit}
      onClose={onClose}
      width={680}
    >
      {property === null ? null : <p className="quiet lead">分期、楼栋、面积、产权人、手机号留空的，保持原来的内容</p>}
      {stale.notice}
      <PropertyFields isEdit={property !== null} />
      <DoorFields />
    </FormDialog>
  )
}
