import { useEffect } from 'react'
import { useEvent } from '../bridge/useEvent.ts'
import { isTextField } from './textField.ts'

/** What Ctrl+A marks where no field has the focus. */
const TABLE = '.ant-table-container, table'
/** What lies over the page is what one looks at. */
const ON_TOP = '.ant-modal, .ant-drawer-section'
const PAGE = '.tab-pane:not(.tab-pane-hidden)'

/**
 * Ctrl+A and 全选: the field that is being typed in, else the table that was last clicked in, else the one on screen; never
 * the whole window with its menus.
 */
export function useSelectAll(): void {
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'selectAll') selectAll()
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isSelectAll = event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === 'a'
      if (!isSelectAll || event.defaultPrevented || isTextField(document.activeElement)) return
      event.preventDefault()
      selectAll()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

function selectAll(): void {
  const field = document.activeElement
  if (isTextField(field)) {
    if ('select' in field) field.select()
    else document.getSelection()?.selectAllChildren(field)
    return
  }
  const selection = document.getSelection()
  const table = tableMeant(selection)
  selection?.removeAllRanges()
  if (table) selection?.selectAllChildren(table)
}

function tableMeant(selection: Selection | null): Element | null {
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const place = [...document.querySelectorAll(ON_TOP)].findLast(visible) ?? document.querySelector(PAGE)
  const clicked = selection?.anchorNode ?? null
  const within = [clicked instanceof Element ? clicked : clicked?.parentElement, document.activeElement]
    .map((element) => element?.closest(TABLE) ?? null)
    .find((table) => table !== null && place?.contains(table) === true)
  return within?.closest('.ant-table-container') ?? within ?? [...(place?.querySelectorAll(TABLE) ?? [])].find(visible) ?? null
}
