import type { MenuItemConstructorOptions } from 'electron'
import type { Events } from '#shared/bridge/bridge.ts'

type PageItem = Events['menu.chosen']['item']

interface MenuActions {
  /** Sends an item to the page, which executes it. */
  readonly choose: (item: PageItem) => void
  readonly openLogs: () => void
  readonly openData: () => void
  readonly showAbout: () => void
  readonly hasDevTools: boolean
}

/** The application menu. Tests choose items by id. */
export function menuTemplate({ choose, openLogs, openData, showAbout, hasDevTools }: MenuActions): MenuItemConstructorOptions[] {
  const page = (id: PageItem, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => choose(id),
  })
  return [
    {
      label: '文件(&F)',
      submenu: [
        page('goTo', '查找并前往', 'CmdOrCtrl+K'),
        page('refreshTab', '刷新当前页', 'F5'),
        page('nextTab', '下一个标签页', 'Ctrl+Tab'),
        page('previousTab', '上一个标签页', 'Ctrl+Shift+Tab'),
        page('closeTab', '关闭标签页', 'CmdOrCtrl+W'),
        { type: 'separator' },
        page('backUp', '备份数据'),
        page('restore', '恢复数据'),
        page('settings', '设置', 'CmdOrCtrl+,'),
        page('lock', '锁定屏幕', 'CmdOrCtrl+L'),
        { type: 'separator' },
        { id: 'quit', label: '退出', role: 'quit' },
      ],
    },
    {
      label: '编辑(&E)',
      submenu: [
        { label: '撤销', role: 'undo' },
        { label: '重做', role: 'redo' },
        { type: 'separator' },
        { label: '剪切', role: 'cut' },
        { label: '复制', role: 'copy' },
        { label: '粘贴', role: 'paste' },
        { label: '粘贴为纯文本', role: 'pasteAndMatchStyle' },
        // not the role, which would select the whole window
        page('selectAll', '全选', 'CmdOrCtrl+A'),
      ],
    },
    {
      label: '查看(&V)',
      submenu: [
        { label: '放大', role: 'zoomIn', accelerator: 'CmdOrCtrl+=' },
        // the same with Shift and on the numeric keypad
        { label: '放大', role: 'zoomIn', accelerator: 'CmdOrCtrl+Plus', visible: false, acceleratorWorksWhenHidden: true },
        { label: '缩小', role: 'zoomOut', accelerator: 'CmdOrCtrl+-' },
        { label: '实际大小', role: 'resetZoom', accelerator: 'CmdOrCtrl+0' },
        { type: 'separator' },
        { label: '全屏', role: 'togglefullscreen', accelerator: 'F11' },
        ...(hasDevTools ? [{ type: 'separator' as const }, { label: '开发者工具', role: 'toggleDevTools' as const }] : []),
      ],
    },
    {
      label: '帮助(&H)',
      submenu: [
        page('help', '使用帮助', 'F1'),
        // its key is also typed in fields, so the page handles it
        page('keys', '键盘操作'),
        { type: 'separator' },
        { id: 'openLogs', label: '打开日志文件夹', click: openLogs },
        { id: 'openData', label: '打开数据文件夹', click: openData },
        { type: 'separator' },
        { id: 'about', label: '关于', click: showAbout },
      ],
    },
  ]
}
