import { useEffect, useEffectEvent, useState, type Dispatch } from 'react'
import { useNavigate } from 'react-router-dom'
import { runCommand } from '../../bridge/bridge.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeFor, titleAt } from '../routes.ts'
import { pagesToKeep, pagesToRestore } from './keptPages.ts'
import { HOME_KEY, pathOf, type TabAction, type Tabs } from './model.ts'

/** Delay between the last change of the tabs and saving (ms). */
const SETTLED_MS = 300

/** Whether open pages are restored at the next start, for this account on this computer. */
export interface KeepsPages {
  /** Null until known. */
  readonly isWanted: boolean | null
  /** Takes effect immediately and for the next start; turning it off deletes the saved pages. */
  readonly want: (isWanted: boolean) => void
}

/** Restores the pages of the last session if the user wants that, and saves the open ones. */
export function useKeptPages(state: Tabs, dispatch: Dispatch<TabAction>): KeepsPages {
  const { id: accountId, roles } = useCurrentUser()
  const navigate = useNavigate()
  const [isWanted, setIsWanted] = useState<boolean | null>(null)

  const restore = useEffectEvent((addresses: readonly string[], shown: string) => {
    const pages = pagesToRestore(addresses, (address) => (routeFor(pathOf(address), roles) ? titleAt(address)?.title : undefined))
    dispatch({ type: 'restored', pages })
    // Unless the user was redirected or has navigated elsewhere meanwhile.
    if (state.activeKey === HOME_KEY && state.tabs.length === 1 && pages.some(({ key }) => key === shown)) void navigate(shown)
  })
  useEffect(() => {
    let isGone = false
    runCommand('app.keptPages', { accountId }).then(
      (kept) => {
        if (!isGone && kept.isWanted) restore(kept.addresses, kept.shown)
        if (!isGone) setIsWanted(kept.isWanted)
        return undefined
      },
      () => {
        // Unreadable saved pages are not restored; the current ones are unaffected.
        if (!isGone) setIsWanted(false)
      },
    )
    return () => {
      isGone = true
    }
  }, [accountId])

  const pages = isWanted === true ? JSON.stringify(pagesToKeep(state)) : null
  useEffect(() => {
    if (pages === null) return undefined
    const timer = setTimeout(() => keep(accountId, JSON.parse(pages) as ReturnType<typeof pagesToKeep>), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [accountId, pages])

  return {
    isWanted,
    want: (wanted) => {
      setIsWanted(wanted)
      if (!wanted) keep(accountId, null)
    },
  }
}

/** Null disables restoring. */
function keep(accountId: string, pages: ReturnType<typeof pagesToKeep> | null): void {
  runCommand('app.keepPages', { accountId, kept: { isWanted: pages !== null, ...(pages ?? { addresses: [], shown: '' }) } }).catch(() => {
    // Optional: without it the next start shows the home page.
  })
}
