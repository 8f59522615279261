import { Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { Voter } from '#shared/features/ballot/contract.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { FormDialog } from '../../../../ui/FormDialog.tsx'
import { CategoryFields } from '../../../property/parts/propertyForm/CategoryFields.tsx'
import { OwnerFields } from '../../../property/parts/propertyForm/OwnerFields.tsx'
import { useStaleForm } from '../../../../ui/stale/useStaleForm.tsx'
import { comparedOwnerFields, ownerValuesOf, rosterChangeOf, typedArea, type PropertyFormValues } from '../../../property/parts/propertyForm/propertyForm.ts'
import type { ChangeableField } from '#shared/records/property.ts'
import { whyWholeFixed } from '../adjusting/adjusting.ts'
import { AdjustReasonItem } from '../adjusting/AdjustReasonItem.tsx'
import { rosterReads } from './rosterReads.ts'
import styles from './rosterProperty.module.css'

/** The roster property's fields used by the dialog. */
export type EditedProperty = Pick<Voter, 'rosterPropertyId' | 'version' | 'place' | ChangeableField>

interface EditPropertyDialogProps {
  /** The activity's status. */
  readonly status: ActivityStatus
  /** Null closes the dialog. */
  readonly property: EditedProperty | null
  readonly onClose: () => void
}

/** The reason for an area change, shown once the area differs while votes are cast. */
function AreaReason({ status, areaHundredths }: { readonly status: ActivityStatus; readonly areaHundredths: number }) {
  const area = Form.useWatch<PropertyFormValues['area']>('area')
  const typed = typedArea(area)
  return typed === null || typed === areaHundredths ? null : <AdjustReasonItem status={status} />
}

/** Owner data and area of a property of the roster; the place is read-only (`console.md` section 2). */
export function EditPropertyDialog({ status, property, onClose }: EditPropertyDialogProps) {
  const modify = useSend('ballot.modifyProperty', { refreshes: rosterReads, success: '修改成功', errors: 'caller' })
  // Keeps the last value while the dialog is closing.
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
      <p className="quiet lead">只修改本活动的票权清册，不改动“房产信息”。</p>
      {stale.notice}
      <Form.Item label="房屋位置">
        <Input className={styles.place} readOnly aria-label="房屋位置" value={edited?.place ?? ''} />
      </Form.Item>
      <CategoryFields />
      <OwnerFields isRequired hasFocus areaFixed={whyWholeFixed(status)} />
      <AreaReason status={status} areaHundredths={edited?.areaHundredths ?? 0} />
    </FormDialog>
  )
}
