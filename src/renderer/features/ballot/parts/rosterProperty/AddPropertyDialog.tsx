import type { Activity } from '#shared/features/activity/contract.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { FormDialog } from '../../../../ui/FormDialog.tsx'
import { PropertyFields } from '../../../property/parts/propertyForm/PropertyFields.tsx'
import { newPropertyValues, rosterAdditionOf, type PropertyFormValues } from '../../../property/parts/propertyForm/propertyForm.ts'
import { AdjustReasonItem } from '../adjusting/AdjustReasonItem.tsx'
import { rosterReads } from './rosterReads.ts'

interface AddPropertyDialogProps {
  readonly isOpen: boolean
  readonly activity: Pick<Activity, 'id' | 'title' | 'status'>
  readonly onClose: () => void
  /** Called with the property's roster id once added. */
  readonly onAdded?: (rosterPropertyId: string) => void
}

/** Adds a missing property to an activity's roster, with its own ballot. */
export function AddPropertyDialog({ isOpen, activity, onClose, onAdded }: AddPropertyDialogProps) {
  const add = useSend('ballot.addProperty', { refreshes: rosterReads, success: '提交成功' })
  const submit = async (values: PropertyFormValues) => {
    const sent = await add.send({ body: rosterAdditionOf(values, activity.id) })
    if (sent.ok) onAdded?.(sent.value.rosterPropertyId)
    return sent.ok
  }
  return (
    <FormDialog<PropertyFormValues>
      title={`新增房产 · ${activity.title}`}
      isOpen={isOpen}
      initialValues={newPropertyValues}
      onSubmit={submit}
      onClose={onClose}
      width={680}
    >
      <p className="quiet lead">只加入本活动的票权清册，不改动“房产信息”；新增的房产自成一票。</p>
      <PropertyFields isEdit={false} />
      <AdjustReasonItem status={activity.status} />
    </FormDialog>
  )
}
