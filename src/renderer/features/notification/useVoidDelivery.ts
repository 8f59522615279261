import type { DeliveryRecord } from '#shared/features/notification/contract.ts'
import { deliveryLimits as limits, deliveryVoidReasons } from '#shared/features/notification/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { deliveryReads } from './deliveryReads.ts'
import { minutesOf } from './notifyWords.ts'

/** Takes a delivery back, after having asked, and why. `onRefused` where it is not as the screen shows it any more. */
export function useVoidDelivery(onRefused: () => void) {
  const { ask } = useQuestions()
  const sending = useSend('notification.void', { refreshes: deliveryReads, success: '已作废' })
  return ({ notifyId, place, ownerName, deliveredAt }: DeliveryRecord) =>
    ask({
      title: '确认作废这次送达吗?',
      detail: `${ownerName}，${place}，${minutesOf(deliveredAt)} 的送达。作废后不再计入送达，记录保留；作废不能撤销，送达属实的可以重新登记。`,
      confirmText: '作废',
      isDangerous: true,
      reason: { ...limits.voidReason, ready: deliveryVoidReasons },
      onConfirm: async (reason) => {
        const sent = await sending.send({ body: { notifyId, reason } })
        if (!sent.ok) onRefused()
      },
    })
}
