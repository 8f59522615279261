import type { EndpointName } from '#shared/contract/index.ts'
import { isAllowed, lowestToSeeWhole } from '#shared/features/account/roles.ts'
import { useComputer } from '../bridge/computer.tsx'
import { useCurrentUser } from './currentUser.ts'

/** Whether the person at this screen may make a call: a button of a call that they may not make is not shown. */
export function useMay(call: EndpointName): boolean {
  const lowest = useComputer().start.lowestRoles[call]
  const { roles } = useCurrentUser()
  return lowest !== undefined && isAllowed(roles, lowest)
}

/** Whether the person at this screen is answered masks in place of phones and ID numbers, in lists and in exports. */
export function useSeesMasks(): boolean {
  return !isAllowed(useCurrentUser().roles, lowestToSeeWhole)
}
