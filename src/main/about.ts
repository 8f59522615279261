import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageBoxOptions } from 'electron'
import { TITLE } from './title.ts'

/**
 * What 帮助 → 关于 shows: the version, and where an installed program's third-party licences and list of parts lie.
 *
 * `resourcesFolder` is the one beside the program's archive.
 */
export function aboutBox(version: string, resourcesFolder: string): MessageBoxOptions {
  const legal = join(resourcesFolder, 'legal')
  const lines = [`版本 ${version}`, ...(existsSync(legal) ? [`第三方软件的许可和清单（CycloneDX）：${legal}`] : [])]
  return { type: 'info', title: '关于', message: TITLE, detail: lines.join('\n'), buttons: ['确定'], noLink: true }
}
