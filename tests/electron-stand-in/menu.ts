import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'
import type { Window } from './windows.ts'

export interface MenuItemOptions {
  readonly id?: string
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly accelerator?: string
  readonly enabled?: boolean
  readonly visible?: boolean
  readonly checked?: boolean
  readonly submenu?: readonly MenuItemOptions[] | object
  click?(item: object, window: Window | undefined, event: object): void
}

export interface MenuSurroundings {
  readonly focusedWindow: () => Window | null
  readonly quit: () => void
}

const isTemplate = (submenu: MenuItemOptions['submenu']): submenu is readonly MenuItemOptions[] => Array.isArray(submenu)

/** `Menu` and `MenuItem`. Nothing is drawn; a spec activates an item by its `click()`. */
export function createMenus({ focusedWindow, quit }: MenuSurroundings): { readonly Menu: object; readonly MenuItem: object } {
  let applicationMenu: Menu | null = null

  /** The roles that have an effect. */
  const roles: Readonly<Record<string, (window: Window | null) => void>> = {
    quit,
    close: (window) => window?.close(),
    minimize: (window) => window?.minimize(),
    reload: (window) => window?.reload(),
    forceReload: (window) => window?.reload(),
    togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
    resetZoom: (window) => window?.webContents.setZoomLevel(0),
    zoomIn: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5),
    zoomOut: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5),
    ...Object.fromEntries(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'delete'].map((name) => [name, editing(name)])),
  }

  function editing(command: string) {
    return (window: Window | null): void => void window?.webContents.executeJavaScript(`document.execCommand(${JSON.stringify(command)})`, true)
  }

  class MenuItem {
    readonly type: string
    readonly label: string
    readonly role: string | undefined
    readonly id: string | undefined
    readonly accelerator: string | undefined
    enabled: boolean
    visible: boolean
    checked: boolean
    readonly submenu: Menu | undefined
    private readonly onClick: MenuItemOptions['click']

    constructor(options: MenuItemOptions) {
      const { submenu } = options
      this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu')
      this.label = options.label ?? ''
      this.role = options.role?.toLowerCase()
      this.id = options.id
      this.accelerator = options.accelerator
      this.enabled = options.enabled ?? true
      this.visible = options.visible ?? true
      this.checked = options.checked ?? false
      this.submenu = submenu instanceof Menu ? submenu : isTemplate(submenu) ? Menu.buildFromTemplate(submenu) : undefined
      this.onClick = options.click?.bind(options)
    }

    /** As if the user had clicked it. */
    click = (event: object = {}, window: Window | null = focusedWindow()): void => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      const role = Object.entries(roles).find(([name]) => name.toLowerCase() === this.role)?.[1]
      if (role === undefined) this.onClick?.(this, window ?? undefined, event)
      else role(window)
    }
  }

  class Menu extends EventEmitter {
    items: MenuItem[] = []

    static buildFromTemplate(template: readonly (MenuItemOptions | MenuItem)[]): Menu {
      const menu = new Menu()
      menu.items = template.map((each) => (each instanceof MenuItem ? each : new MenuItem(each)))
      return menu
    }

    static setApplicationMenu(menu: Menu | null): void {
      applicationMenu = menu
    }

    static getApplicationMenu(): Menu | null {
      return applicationMenu
    }

    append(item: MenuItem): void {
      this.items.push(item)
    }

    insert(position: number, item: MenuItem): void {
      this.items.splice(position, 0, item)
    }

    getMenuItemById(id: string): MenuItem | null {
      for (const item of this.items) {
        const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
        if (found) return found
      }
      return null
    }

    popup(): void {
      this.emit('menu-will-show', {})
    }

    closePopup(): void {
      this.emit('menu-will-close', {})
    }
  }

  return { Menu: strict('Menu', Menu), MenuItem: strict('MenuItem', MenuItem) }
}
