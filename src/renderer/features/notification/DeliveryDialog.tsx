import { useRef, useState } from 'react'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import type { Notification } from '#shared/features/notification/contract.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTabState } from '../../app-context/tab.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { deliveryOf, proposedBy, type DeliveryFormValues } from './deliveryForm.ts'
import { deliveryReads } from './deliveryReads.ts'
import { propertiesInWords } from './notifyWords.ts'
import styles from './notification.module.css'

/** A delivery that is about to be registered: to whom, and the time that is proposed, as the form writes it. */
export interface BegunDelivery {
  readonly property: Notification
  readonly at: string
}

interface DeliveryDialogProps {
  readonly policy: DeliveryPolicy
  /** Null closes the dialog. */
  readonly begun: BegunDelivery | null
  readonly onClose: () => void
  /** The activity is not in the state any more that the screen shows. */
  readonly onConflict: () => void
}

/** Registers one delivery by hand. How and by whom the last one was made is proposed for the next. */
export function DeliveryDialog({ policy, begun, onClose, onConflict }: DeliveryDialogProps) {
  const save = useSend('notification.save', { refreshes: deliveryReads, success: '提交成功' })
  const [last, setLast] = useTabState<Pick<DeliveryFormValues, 'voteSource' | 'deliveredBy' | 'method'>>('notification.last', {})
  const isPending = useRef(false)
  // Stays what it was while the dialog closes.
  const [shown, setShown] = useState(begun)
  if (begun !== null && begun !== shown) setShown(begun)
  const submit = async (values: DeliveryFormValues) => {
    if (!shown) return false
    const delivery = deliveryOf(values)
    const sent = await save.send({ body: { rosterPropertyId: shown.property.rosterPropertyId, ...delivery } })
    if (sent.ok) setLast(proposedBy(delivery))
    else if (isRefusedFor(sent.failure, 'activity.wrongStatus')) onConflict()
    return sent.ok
  }
  return (
    <FormDialog<DeliveryFormValues>
      title="登记送达"
      isOpen={begun !== null}
      initialValues={{ ...last, deliveredAt: shown?.at ?? '', pictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      width={640}
    >
      {shown ? <PropertyHead property={shown.property} /> : null}
      <DeliveryFields policy={policy} isPending={() => isPending.current} onPending={(isIt) => (isPending.current = isIt)} />
    </FormDialog>
  )
}

function PropertyHead({ property }: { readonly property: Notification }) {
  const { place, ownerName, propertyCount } = property
  return (
    <p className={styles.deliveryProperty}>
      <b>{place}</b>
      <span>{ownerName}</span>
      {propertyCount > 1 ? <span className={styles.deliveryPropertyBallot}>同一票权的房屋：{propertiesInWords(property)}</span> : null}
    </p>
  )
}
