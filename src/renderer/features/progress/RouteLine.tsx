import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useNavigate } from '../../app-context/navigation.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { RouteNumber } from '../route/parts/RouteNumber.tsx'

/** How many doors the quorum still needs, and the way to their plan. */
export function RouteLine({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  return (
    <RouteNumber activity={activity}>
      <Allowed call="route.get">
        <Button type="link" size="small" onClick={() => navigate(activityPaths.route(activity))}>
          补票路线
        </Button>
      </Allowed>
    </RouteNumber>
  )
}
