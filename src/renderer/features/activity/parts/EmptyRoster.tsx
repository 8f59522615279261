import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { Act } from '../../../app-context/Act.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { propertyPaths } from '../../../app-context/paths.ts'

/** Empty state of an activity without properties, with a hint how to add some while that is possible. */
export function EmptyRoster({ activity: { status, estateId } }: { readonly activity: Pick<ActivityRow, 'status' | 'estateId'> }) {
  if (stepRefusal(status, 'sync') !== null) return <EmptyState text="票权清册是空的，这个活动没有可以统计的房产" />
  return (
    <EmptyState
      text="票权清册是空的。请在“房产信息”中导入房产，再同步到这个活动"
      action={<Act text="去房产信息" type="primary" to={propertyPaths.ofEstate(estateId)} />}
    />
  )
}
