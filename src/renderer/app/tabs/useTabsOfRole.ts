import { useEffect } from 'react'
import type { Role } from '#shared/features/account/roles.ts'
import { routeFor } from '../routes.ts'
import { pathOf } from './model.ts'
import type { TabsHandle } from './useTabs.tsx'

/** Closes the pages that a lowered role may not see any more; what was typed there could not be saved. */
export function useTabsOfRole({ state, dispatch }: TabsHandle, roles: readonly Role[]): void {
  const keys = state.tabs.filter(({ key, isClosing }) => !isClosing && routeFor(pathOf(key), roles) === undefined).map(({ key }) => key)
  const closed = JSON.stringify(keys)
  useEffect(() => {
    const gone = JSON.parse(closed) as string[]
    if (gone.length > 0) dispatch({ type: 'closed', keys: gone })
  }, [closed, dispatch])
}
