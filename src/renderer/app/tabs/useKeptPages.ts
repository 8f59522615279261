import { useEffect, useEffectEvent, useState, type Dispatch } from 'react'
import { useNavigate } from 'react-router-dom'
import { runCommand } from '../../bridge/bridge.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeFor, titleAt } from '../routes.ts'
import { pagesToKeep, pagesToRestore } from './keptPages.ts'
import { HOME_KEY, pathOf, type TabAction, type Tabs } from './model.ts'

/** Between the last change of the tabs and the writing of it. */
const SETTLED_MS = 300

/** Whether the open pages come back at the next start, for this account on this computer. */
export interface KeepsPages {
  /** Null until it is known. */
  readonly isWanted: boolean | null
  /** Holds from now on, also for the next start; pages that were kept are forgotten where it is no. */
  readonly want: (isWanted: boolean) => void
}

/** Brings the pages of the last time back where the user wants that, and keeps those that are open now. */
export function useKeptPages(state: Tabs, dispatch: Dispatch<TabAction>): KeepsPages {
  const { id: accountId, roles } = useCurrentUser()
  const navigate = useNavigate()
  const [isWanted, setIsWanted] = useState<boolean | null>(null)

  const restore = useEffectEvent((addresses: readonly string[], shown: string) => {
    const pages = pagesToRestore(addresses, (address) => (routeFor(pathOf(address), roles) ? titleAt(address)?.title : undefined))
    dispatch({ type: 'restored', pages })
    // Who was led somewhere else, or has gone there meanwhile, stays there.
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
        // What cannot be read does not come back; the pages of today are not lost by that.
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

/** Null if they are not to come back. */
function keep(accountId: string, pages: ReturnType<typeof pagesToKeep> | null): void {
  runCommand('app.keepPages', { accountId, kept: { isWanted: pages !== null, ...(pages ?? { addresses: [], shown: '' }) } }).catch(() => {
    // A comfort: without it the next start begins with the home page.
  })
}
