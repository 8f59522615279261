/** The program's name, everywhere. */
export const TITLE = '社区投票平台'

/** Same as `appId` in build/electron-builder.yml: Windows finds the shortcut's notifications by it. */
export const APP_ID = 'cn.community-vote.console'
