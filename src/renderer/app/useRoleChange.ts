import { useEffect, useEffectEvent, useState } from 'react'
import { roleNames, type Role } from '#shared/features/account/roles.ts'
import { onFailure } from '../bridge/bridge.ts'
import { isRefusedFor } from '../bridge/failure.ts'

const namesOf = (roles: readonly Role[]): string => roles.map((role) => roleNames[role]).join('、')

/**
 * Refetches the account if a call was refused because its role was changed meanwhile.
 *
 * @returns the message describing the change; null if there was none or it was dismissed
 */
export function useRoleChange(roles: readonly Role[] | undefined, askAgain: () => void) {
  const [known, setKnown] = useState(roles)
  const [sentence, setSentence] = useState<string | null>(null)
  if (roles !== undefined && roles !== known) {
    setKnown(roles)
    if (known !== undefined && namesOf(known) !== namesOf(roles)) setSentence(`你的角色已由${namesOf(known)}改为${namesOf(roles)}`)
  }
  const refused = useEffectEvent(askAgain)
  useEffect(
    () =>
      onFailure(({ failure }) => {
        if (isRefusedFor(failure, 'account.roleTooLow', 'account.mustChangePassword')) refused()
      }),
    [],
  )
  return { sentence, dismiss: () => setSentence(null) }
}
