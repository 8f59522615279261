import { Button } from 'antd'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { lowestRoleOfStep, pathStepNames } from '../activity/parts/activityPath/path.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

/** The next step of an activity as the main button of its card; who it waits for where it is another's. */
export function NextStepButton({ activity, steps }: { readonly activity: ActivityRow; readonly steps: NextSteps }) {
  const { step, note, isMine } = steps.of(activity)
  const { roles } = useCurrentUser()
  if (!isAllowed(roles, lowestRoleOfStep[step])) return null
  if (!isMine) return <span className={styles.activityCardWaits}>等待创建人{pathStepNames[step]}</span>
  return (
    <Button type="primary" title={note === '' ? undefined : note} onClick={() => steps.take(step, activity)}>
      {pathStepNames[step]}
    </Button>
  )
}
