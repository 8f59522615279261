import type { AllEndpoints, EndpointName } from '#shared/contract/index.ts'
import { isAllowed, lowestToSeeWhole } from '#shared/features/account/roles.ts'
import { useCurrentUser } from './currentUser.ts'

/**
 * The lowest role that may make each call which a screen has a button for.
 *
 * It is the contract's own `access`: another word than the one that is there does not compile. Written out, because
 * the contract itself is no part of the page.
 */
const lowestRoles = {
  'account.approve': 'admin',
  'audit.checkpoints': 'manager',
  'account.setCoverMinutes': 'admin',
  'activity.handover': 'admin',
  'estate.save': 'manager',
  'estate.update': 'manager',
  'estate.delete': 'manager',
  'property.save': 'manager',
  'property.update': 'manager',
  'property.delete': 'manager',
  'property.import': 'manager',
  'activity.save': 'manager',
  'activity.copy': 'manager',
  'activity.update': 'manager',
  'activity.delete': 'manager',
  'activity.start': 'manager',
  'activity.startTally': 'manager',
  'activity.finish': 'manager',
  'ballot.sync': 'manager',
  'ballot.merge': 'manager',
  'ballot.mergeOwners': 'manager',
  'ballot.split': 'manager',
  'ballot.splitOut': 'manager',
  'ballot.addProperty': 'manager',
  'ballot.modifyProperty': 'manager',
  'ballot.removeProperty': 'manager',
  'checkup.get': 'manager',
  'proxy.save': 'clerk',
  'proxy.revoke': 'manager',
  'voting.mark': 'clerk',
  'voting.complete': 'clerk',
  'voting.tally': 'clerk',
  'voting.void': 'clerk',
  'voting.unmark': 'clerk',
  'notification.save': 'clerk',
  'notification.saveMany': 'clerk',
  'notification.saveByPapers': 'clerk',
  'notification.void': 'clerk',
  'notification.import': 'clerk',
  'paper.issue': 'manager',
  'paper.out': 'clerk',
  'paper.print': 'clerk',
  'paper.receive': 'clerk',
  'paper.spoil': 'clerk',
  'paper.spoilAll': 'manager',
  'paper.replace': 'clerk',
  'propertyChange.handIn': 'clerk',
  'propertyChange.approve': 'manager',
  'propertyChange.reject': 'manager',
  'privacy.reveal': 'clerk',
  'result.report': 'manager',
  'route.get': 'manager',
  'evidence.bundle': 'manager',
  'document.make': 'manager',
  'sensitivity.get': 'manager',
  'result.acceptDifferences': 'admin',
} as const satisfies { readonly [N in EndpointName]?: AllEndpoints[N]['access'] }

export type RestrictedCall = keyof typeof lowestRoles

/** Whether the person at this screen may make a call: a button of a call that they may not make is not shown. */
export function useMay(call: RestrictedCall): boolean {
  return isAllowed(useCurrentUser().roles, lowestRoles[call])
}

/** Whether the person at this screen is answered masks in place of phones and ID numbers, in lists and in exports. */
export function useSeesMasks(): boolean {
  return !isAllowed(useCurrentUser().roles, lowestToSeeWhole)
}
