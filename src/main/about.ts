import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageBoxOptions } from 'electron'
import { TITLE } from './title.ts'

/**
 * The text of 帮助 → 关于: the versions of the program and its runtime, and the location of an installed program's third-party
 * licences and parts list.
 *
 * `resourcesFolder` is the one next to the program's archive.
 */
export function aboutBox(version: string, resourcesFolder: string, engines = engineVersions()): MessageBoxOptions {
  const legal = join(resourcesFolder, 'legal')
  const runsOn = Object.entries(engines).map(([name, found]) => `${name} ${found}`)
  const lines = [`版本 ${version}`, runsOn.join(' · '), ...(existsSync(legal) ? [`第三方软件的许可和清单（CycloneDX）：${legal}`] : [])]
  return { type: 'info', title: '关于', message: TITLE, detail: lines.join('\n'), buttons: ['确定'], noLink: true }
}

/** Versions of the runtime, for the first line of the log and for support. */
export function engineVersions(versions: Readonly<Record<string, string | undefined>> = process.versions) {
  const { electron = '', chrome = '', node = '', sqlite = '' } = versions
  return { Electron: electron, Chromium: chrome, Node: node, SQLite: sqlite }
}
