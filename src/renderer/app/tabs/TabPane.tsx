import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState, type Dispatch, type ReactNode } from 'react'
import { NavigationType, parsePath, UNSAFE_LocationContext as LocationContext } from 'react-router-dom'
import { TabContext, TabLiveContext, type Tab } from '../../app-context/tab.ts'
import { UnsavedContext, type UnsavedMarks } from '../../ui/unsaved.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { routeOf, titleAt } from '../routes.ts'
import { Waiting } from '../Waiting.tsx'
import { pathOf, type OpenTab, type TabAction } from './model.ts'
import { panelId, tabId } from './TabBar.tsx'

interface TabPaneProps {
  readonly tab: OpenTab
  /** Whether it is the page on screen. */
  readonly isActive: boolean
  /** Whether its effects run: from its first paint on. */
  readonly isLive: boolean
  readonly dispatch: Dispatch<TabAction>
  readonly onClose: (key: string) => void
  readonly onMove: (from: string, to: string) => boolean
}

/** One visited page: hidden while another is shown, as it was left when it comes back. */
export const TabPane = memo(function TabPane({ tab, isActive, ...page }: TabPaneProps) {
  return (
    <Pane key={tab.round} tab={tab} isActive={isActive}>
      <LivePage tab={tab} {...page} />
    </Pane>
  )
})

/** Separate from its pane, so that showing a page again re-renders none of it. */
const LivePage = memo(function LivePage({ tab, isLive, dispatch, onClose, onMove }: Omit<TabPaneProps, 'isActive'>) {
  const cache = useQueryClient()
  const reload = () => {
    // What the server answered may be what broke it: no screen that is not shown keeps an answer.
    cache.removeQueries({ type: 'inactive' })
    dispatch({ type: 'refreshed', key: tab.key })
  }
  return (
    <Activity mode={isLive ? 'visible' : 'hidden'} name={tab.title}>
      <KeptLayout>
        <TabScope tab={tab} isLive={isLive} dispatch={dispatch} onClose={onClose} onMove={onMove}>
          <ErrorBoundary onReload={reload}>
            <Suspense fallback={<Waiting />}>
              <ScreenAt address={tab.key} />
            </Suspense>
          </ErrorBoundary>
        </TabScope>
      </KeptLayout>
    </Activity>
  )
})

/**
 * The screen of an address, which reads that address whatever the window shows now.
 *
 * It stands in a location of its own: where the window goes to another tab, nothing of this one is rendered again, and a tab that
 * comes back is laid out and no more.
 */
const ScreenAt = memo(function ScreenAt({ address }: { readonly address: string }) {
  const Screen = routeOf(pathOf(address))?.Screen
  const place = useMemo(
    () => ({
      location: { pathname: '/', search: '', hash: '', state: null, key: 'default', unstable_mask: undefined, ...parsePath(address) },
      navigationType: NavigationType.Pop,
    }),
    [address],
  )
  return <LocationContext value={place}>{Screen ? <Screen /> : null}</LocationContext>
})

/** What the screen inside may ask of its tab. */
function TabScope({ tab, isLive, dispatch, onClose, onMove, children }: Omit<TabPaneProps, 'isActive'> & { readonly children: ReactNode }) {
  const { key } = tab
  const [memory] = useState(() => new Map<string, unknown>())
  const unsaved = useMemo<UnsavedMarks>(
    () => ({
      mark: (part, isUnsaved) => dispatch({ type: 'marked', key, part, isUnsaved }),
      partRemoved: (part) => dispatch({ type: 'partRemoved', key, part }),
    }),
    [key, dispatch],
  )
  const rename = useCallback((title: string) => dispatch({ type: 'named', key, title }), [key, dispatch])
  const scope = useMemo<Tab>(
    () => ({ key, page: titleAt(key) ?? { title: '' }, memory, rename, close: () => onClose(key), moveTo: (to) => onMove(key, to) }),
    [key, memory, rename, onClose, onMove],
  )
  return (
    <TabContext value={scope}>
      <TabLiveContext value={isLive}>
        <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      </TabLiveContext>
    </TabContext>
  )
}

/** The box that a page stands in, with its own scroll bar, which stands where it stood when the tab comes back. */
function Pane({ tab, isActive, children }: { readonly tab: OpenTab; readonly isActive: boolean; readonly children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  useLayoutEffect(() => {
    // Only where there is something to do: it makes the browser lay the whole page out at once.
    if (isActive && pane.current && place.current > 0) pane.current.scrollTop = place.current
  }, [isActive])
  return (
    <div
      ref={pane}
      className={isActive ? 'tab-pane' : 'tab-pane tab-pane-hidden'}
      role="tabpanel"
      aria-hidden={!isActive}
      id={panelId(tab)}
      aria-labelledby={tabId(tab)}
      onScroll={(event) => {
        if (isActive && event.target === event.currentTarget) place.current = event.currentTarget.scrollTop
      }}
    >
      {children}
    </div>
  )
}

/**
 * Keeps the layout of a page while it is hidden.
 *
 * The style sheet skips the box of a hidden page by `content-visibility`. React's own way, `display: none`, would throw its layout
 * away and have the browser measure it anew each time the tab comes back: it is taken off again before the next paint.
 */
function KeptLayout({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const [observer] = useState(
    () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof HTMLElement) target.style.removeProperty('display')
      }),
  )
  useLayoutEffect(() => {
    // Never disconnected: a hidden page has no effects, and that is when it is needed. It goes with its element.
    if (page.current) observer.observe(page.current, { attributeFilter: ['style'] })
  }, [observer])
  return (
    <div ref={page} className="tab-page">
      {children}
    </div>
  )
}
