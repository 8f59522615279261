import { Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { Voter } from '#shared/features/ballot/contract.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { FormDialog } from '../../../../ui/FormDialog.tsx'
import { CategoryFields } from '../../../property/parts/propertyForm/CategoryFields.tsx'
import { OwnerFields } from '../../../property/parts/propertyForm/OwnerFields.tsx'
import { useStaleForm } from '../../../../ui/stale/useStaleForm.tsx'
import { comparedOwnerFields, ownerValuesOf, rosterChangeOf, type PropertyFormValues } from '../../../property/parts/propertyForm/propertyForm.ts'
import { rosterReads } from './rosterReads.ts'
import styles from './rosterProperty.module.css'

/** A property of the roster, as far as the dialog looks at it. */
export type EditedProperty = Pick<
  Voter,
  'rosterPropertyId' | 'version' | 'place' | 'areaHundredths' | 'ownerName' | 'phone' | 'idNumber' | 'category' | 'areaSource'
>

interface EditPropertyDialogProps {
  /** Null closes the dialog. */
  readonly property: EditedProperty | null
  readonly onClose: () => void
}

/** Owner data and area of a property of the roster; the place is read-only (`console.md` section 2). */
export function EditPropertyDialog({ property, onClose }: EditPropertyDialogProps) {
  const modify = useSend('ballot.modifyProperty', { refreshes: rosterReads, success: '修改成功', errors: 'caller' })
  // Stays what it was while the dialog closes.
  const [edited, setEdited] = useState(property)
  if (property !== null && property !== edited) setEdited(property)
  const stale = useStaleForm<z.ZodType<EditedProperty>, PropertyFormValues>({
    schema: Voter,
    opened: edited,
    valuesOf: ownerValuesOf,
    fields: comparedOwnerFields,
  })
  return (
    <FormDialog<PropertyFormValues>
      title="编辑房产"
      isOpen={property !== null}
      initialValues={edited ? ownerValuesOf(edited) : {}}
      onSubmit={async (values) => stale.base !== null && stale.settle(await modify.send({ body: rosterChangeOf(values, stale.base) }), values)}
      onClose={onClose}
      width={680}
    >
      <p className={styles.note}>只修改本活动的票权清册，不改动“房产信息”。</p>
      {stale.notice}
      <Form.Item label="房屋位置">
        <Input className={styles.place} readOnly aria-label="房屋位置" value={edited?.place ?? ''} />
      </Form.Item>
      <CategoryFields />
      <OwnerFields isRequired hasFocus />
    </FormDialog>
  )
}
