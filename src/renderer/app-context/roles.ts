import type { Role } from '#shared/features/account/contract.ts'

/** The roles of `trust.md` section 1, the lowest first: each may do all that those before it may. */
const ladder = ['viewer', 'clerk', 'manager', 'admin'] as const

export type LadderRole = (typeof ladder)[number]

/** Where the roles that accounts have today stand: `staff` become managers (`trust.md` section 1). */
const standing: Readonly<Record<Role, LadderRole>> = { staff: 'manager', admin: 'admin' }

/** Whether somebody with these roles may do what needs at least `lowest`; whoever is logged in may do what a viewer may. */
export function isAllowed(roles: readonly Role[], lowest: LadderRole): boolean {
  const rank = (role: LadderRole) => ladder.indexOf(role)
  return lowest === 'viewer' || roles.some((role) => rank(standing[role]) >= rank(lowest))
}
