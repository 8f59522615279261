import type { HelpKey, HelpText } from '../app-context/help.ts'
import { publicRoutes } from '../features/account/feature.tsx'
import { routeOf } from './routes.ts'

/** Keys available on every screen. */
export const commonKeys: readonly HelpKey[] = [
  ['F1', '打开这个页面的帮助'],
  ['?', '显示键盘操作（不在填写时）'],
  ['Ctrl + K', '查找并前往：页面、小区、投票活动、房产'],
  ['F5', '刷新当前页面'],
  ['Ctrl + Tab', '切换到下一个页面'],
  ['Ctrl + Shift + Tab', '切换到上一个页面'],
  ['Ctrl + W', '关闭当前页面'],
  ['双击标签', '刷新那个页面；右键还可以关闭左侧、右侧'],
  ['Ctrl + A', '选中所在的输入框或表格，可以复制'],
  ['Ctrl + L', '锁定屏幕，离开座位时用；输入密码后继续'],
  ['Ctrl + ,', '打开设置：字号、启动时打开上次的页面、自动锁屏'],
  ['Esc', '关闭没有填写内容的窗口'],
]

const elsewhere: HelpText = {
  about: '这个页面不存在，或者您没有权限查看。',
  steps: ['请从左边的菜单选择页面，或返回首页。'],
}

/** The help for the screen at a path; for an unknown path, a hint how to leave it. */
export function helpOf(path: string): HelpText {
  return (routeOf(path) ?? publicRoutes.find((route) => route.path === path))?.help ?? elsewhere
}
