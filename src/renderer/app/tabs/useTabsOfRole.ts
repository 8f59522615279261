import { useEffect, type Dispatch } from 'react'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeFor } from '../routes.ts'
import { pathOf, type TabAction, type Tabs } from './model.ts'

/** Closes the pages that a lowered role may not see any more; what was typed there could not be saved. */
export function useTabsOfRole({ tabs }: Tabs, dispatch: Dispatch<TabAction>): void {
  const { roles } = useCurrentUser()
  const keys = tabs.filter(({ key, isClosing }) => !isClosing && routeFor(pathOf(key), roles) === undefined).map(({ key }) => key)
  const closed = JSON.stringify(keys)
  useEffect(() => {
    const gone = JSON.parse(closed) as string[]
    if (gone.length > 0) dispatch({ type: 'closed', keys: gone })
  }, [closed, dispatch])
}
