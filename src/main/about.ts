import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageBoxOptions } from 'electron'
import { TITLE } from './title.ts'

/**
 * What 帮助 → 关于 shows: the versions of the program and of what it runs on, and where an installed program's third-party licences and list of parts lie.
 *
 * `resourcesFolder` is the one next to the program's archive.
 */
export function aboutBox(version: string, resourcesFolder: string, engines = engineVersions()): MessageBoxOptions {
  const legal = join(resourcesFolder, 'legal')
  const runsOn = Object.entries(engines).map(([name, found]) => `${name} ${found}`)
  const lines = [`版本 ${version}`, runsOn.join(' · '), ...(existsSync(legal) ? [`第三方软件的许可和清单（CycloneDX）：${legal}`] : [])]
  return { type: 'info', title: '关于', message: TITLE, detail: lines.join('\n'), buttons: ['确定'], noLink: true }
}

/** What the program runs on, for the log's first line and for whoever helps. */
export function engineVersions(versions: Readonly<Record<string, string | undefined>> = process.versions) {
  const { electron = '', chrome = '', node = '', sqlite = '' } = versions
  return { Electron: electron, Chromium: chrome, Node: node, SQLite: sqlite }
}
