import type { EndpointName } from '#shared/contract/index.ts'
import { isAllowed, lowestToSeeWhole } from '#shared/features/account/roles.ts'
import { useComputer } from '../bridge/computer.tsx'
import { useCurrentUser } from './currentUser.ts'

/** Whether the current user may make a call; buttons for other calls are hidden. */
export function useMay(call: EndpointName): boolean {
  const lowest = useComputer().start.lowestRoles[call]
  const { roles } = useCurrentUser()
  return lowest !== undefined && isAllowed(roles, lowest)
}

/** Whether the server masks phone and ID numbers for the current user, in lists and in exports. */
export function useSeesMasks(): boolean {
  return !isAllowed(useCurrentUser().roles, lowestToSeeWhole)
}
