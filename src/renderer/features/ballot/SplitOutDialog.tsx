import { useState } from 'react'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { splitOutOwnerRefusal } from '#shared/features/ballot/rules.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { OwnerContactFields, OwnerNameField } from '../property/parts/propertyForm/OwnerFields.tsx'
import type { PropertyFormValues } from '../property/parts/propertyForm/propertyForm.ts'
import { AdjustReasonItem } from './parts/adjusting/AdjustReasonItem.tsx'
import { rosterReads } from './parts/rosterProperty/rosterReads.ts'
import { ownerOf, splitOutOf } from './ballotRights.ts'
import styles from './ballot.module.css'

interface SplitOutDialogProps {
  readonly activity: Pick<Activity, 'id' | 'status'>
  readonly main: Voter
  /** The property that leaves; null closes the dialog. */
  readonly property: Voter | null
  readonly onClose: () => void
}

/** 拆出: a property leaves its ballot for one of its own, with new owner details. */
export function SplitOutDialog({ activity, main, property, onClose }: SplitOutDialogProps) {
  const toasts = useToasts()
  const splitOut = useSend('ballot.splitOut', { refreshes: rosterReads, success: '拆出票权成功' })
  // Stays what it was while the dialog closes.
  const [leaving, setLeaving] = useState(property)
  if (property !== null && property !== leaving) setLeaving(property)
  const submit = async (values: PropertyFormValues) => {
    if (leaving === null) return false
    // The main property itself is held against the properties that stay, which the server knows.
    const reason = leaving.rosterPropertyId === main.rosterPropertyId ? null : splitOutOwnerRefusal(main, ownerOf(values))
    if (reason !== null) {
      toasts.failure({ kind: 'local', message: sentenceFor(reason) })
      return false
    }
    return (await splitOut.send({ body: splitOutOf(values, activity.id, leaving.propertyId) })).ok
  }
  return (
    <FormDialog<PropertyFormValues>
      title={`拆出 · ${leaving?.place ?? ''}`}
      isOpen={property !== null}
      initialValues={{}}
      onSubmit={submit}
      onClose={onClose}
      submitText="拆出"
    >
      <p className={styles.hint}>现在的产权人是 {leaving?.ownerName}。请填写这套房产新的产权人，拆出后它有自己的票权。</p>
      <OwnerNameField isRequired hasFocus />
      <OwnerContactFields isRequired />
      <AdjustReasonItem status={activity.status} />
    </FormDialog>
  )
}
