import { Button } from 'antd'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { Notification } from '#shared/features/notification/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'

interface RowActionsProps {
  readonly row: Notification
  /** Why nothing can be delivered now; null where it can. */
  readonly noDelivery: string | null
  readonly noAdjusting: string | null
  readonly onDeliver: () => void
  readonly onEdit: () => void
  readonly onSee: () => void
}

/** What can be done with a property of the roster. */
export function RowActions({ row: { place, notifyStatus }, noDelivery, noAdjusting, onDeliver, onEdit, onSee }: RowActionsProps) {
  const frozen = notifyStatus === 1 ? sentenceFor('ballot.frozen') : null
  return (
    <div className="row-actions">
      <Allowed call="notification.save">
        <ReasonedButton type="link" size="small" reason={noDelivery} aria-label={`登记送达 ${place}`} onClick={onDeliver}>
          登记送达
        </ReasonedButton>
      </Allowed>
      <Allowed call="ballot.modifyProperty">
        <ReasonedButton type="link" size="small" reason={noAdjusting ?? frozen} aria-label={`编辑 ${place}`} onClick={onEdit}>
          编辑
        </ReasonedButton>
      </Allowed>
      <Button type="link" size="small" aria-label={`查看 ${place}`} onClick={onSee}>
        查看
      </Button>
    </div>
  )
}
