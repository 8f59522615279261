import { CloseOutlined, DownOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Dropdown } from '../../ui/popups.tsx'
import { barTitles, groupKeyOf, groupsOf, HOME_KEY, isUnsaved, keysBeside, type OpenTab, type TabGroup, type Tabs } from './model.ts'
import type { TabActions } from './useTabs.tsx'

/** The bar of visited pages, one tab per activity: click shows, double click refreshes, right click opens the menu, middle click closes. */
export function TabBar({ state, actions }: { readonly state: Tabs; readonly actions: TabActions }) {
  const { activeKey, paintedKey } = state
  const groups = groupsOf(state)
  const open = groups.map(({ shown }) => shown)
  const titles = barTitles(open)
  const bringIntoSight = useEffectEvent((shown: string | null) => {
    if (shown !== null) document.getElementById(tabId(shown))?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const names = open.map(({ title }) => title).join(' ')
  useEffect(() => {
    // After the page is painted, and again when a screen sets its title: longer titles push other tabs aside.
    if (names !== '') bringIntoSight(paintedKey)
  }, [paintedKey, names])
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!bar.current) return
    // A narrower window may push the shown tab out of view.
    const observer = new ResizeObserver(() => bringIntoSight(paintedKey))
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [paintedKey])
  return (
    <nav ref={bar} className="tab-bar" aria-label="标签页">
      <div className="tab-strip">
        {/* The tabs are in addition to their own close buttons; the list that they form owns only them. */}
        <div role="tablist" aria-label="已打开的页面" aria-owns={open.map(({ key }) => tabId(key)).join(' ')} />
        {groups.map((group, index) => (
          <TabHandle
            key={group.key}
            group={group}
            shownTitle={titles[index] ?? group.shown.title}
            isActive={activeKey !== null && group.key === groupKeyOf(activeKey)}
            isAlone={groups.length < 2}
            isFirst={keysBeside(state, group.shown.key, 'left').length === 0}
            isLast={keysBeside(state, group.shown.key, 'right').length === 0}
            actions={actions}
          />
        ))}
      </div>
      {groups.length < 2 ? null : <AllTabs open={open} shownKey={paintedKey} actions={actions} />}
    </nav>
  )
}

interface AllTabsProps {
  /** The page shown for each tab of the bar. */
  readonly open: readonly OpenTab[]
  readonly shownKey: string | null
  readonly actions: TabActions
}

/** A menu of all pages with full titles, including those that do not fit in the bar. */
function AllTabs({ open, shownKey, actions }: AllTabsProps) {
  const menu = {
    selectedKeys: shownKey === null ? [] : [shownKey],
    items: open.map(({ key, title }) => ({ key, label: title, onClick: () => actions.show(key) })),
  }
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={menu}>
      <Button className="tab-all" type="text" size="small" icon={<DownOutlined aria-hidden />} aria-label="全部打开的页面" title="全部打开的页面" />
    </Dropdown>
  )
}

/** A disabled menu entry with the reason as its title. */
function offBecause(isOff: boolean, reason: string): { readonly disabled: boolean; readonly title: string } {
  return { disabled: isOff, title: isOff ? reason : '' }
}

/** The element id of the tab for a page's address. */
export function tabId(address: string): string {
  return `tab:${groupKeyOf(address)}`
}
/** The id of a page's panel element, referenced by its tab (aria-controls). */
export function panelId(tab: OpenTab): string {
  return `panel:${tab.key}`
}

interface TabHandleProps {
  readonly group: TabGroup
  /** The shortened title. */
  readonly shownTitle: string
  readonly isActive: boolean
  /** True if no other tab can be closed. */
  readonly isAlone: boolean
  /** True if there is nothing closable to the left, or to the right. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly actions: TabActions
}

function TabHandle({ group, shownTitle, isActive, isAlone, isFirst, isLast, actions }: TabHandleProps) {
  const { pages, shown: tab } = group
  const isHome = tab.key === HOME_KEY
  const close = () => actions.close(pages.map(({ key }) => key))
  const menu = {
    items: [
      { key: 'refresh', label: '刷新', onClick: () => actions.refresh(tab.key) },
      { key: 'close', label: '关闭', ...offBecause(isHome, '首页固定，不能关闭'), onClick: close },
      { key: 'closeLeft', label: '关闭左侧', ...offBecause(isFirst, '左侧没有可以关闭的页面'), onClick: () => actions.closeLeft(tab.key) },
      { key: 'closeRight', label: '关闭右侧', ...offBecause(isLast, '右侧没有可以关闭的页面'), onClick: () => actions.closeRight(tab.key) },
      { key: 'closeOthers', label: '关闭其他', ...offBecause(isAlone, '没有其他可以关闭的页面'), onClick: () => actions.closeOthers(tab.key) },
      { key: 'closeAll', label: '关闭所有', ...offBecause(isAlone, '没有其他可以关闭的页面'), onClick: () => actions.closeAll() },
    ],
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <div
        className={`tab${isActive ? ' tab-active' : ''}${isHome ? ' tab-home' : ''}`}
        onAuxClick={(event) => {
          if (event.button === 1 && !isHome) close()
        }}
      >
        <button
          type="button"
          role="tab"
          id={tabId(tab.key)}
          className="tab-title"
          aria-selected={isActive}
          aria-controls={panelId(tab)}
          title={tab.title}
          onClick={() => actions.show(tab.key)}
          onDoubleClick={() => actions.refresh(tab.key)}
        >
          <span className="tab-name">{shownTitle}</span>
          {pages.some(isUnsaved) ? <span className="tab-unsaved" role="img" aria-label="未保存" title="有未保存的内容" /> : null}
          {isHome ? <PushpinOutlined className="tab-pin" aria-hidden /> : null}
        </button>
        {isHome ? null : (
          <button type="button" className="tab-close" aria-label={`关闭 ${tab.title}`} onClick={close}>
            <CloseOutlined aria-hidden />
          </button>
        )}
      </div>
    </Dropdown>
  )
}
