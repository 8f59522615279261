import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

/** The way to the papers that the numbers are of. */
export function PapersButton({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  return (
    <Button type="link" size="small" onClick={() => navigate(activityPaths.papers(activity))}>
      选票管理
    </Button>
  )
}
