import type { Copy } from '#shared/bridge/commands.ts'
import type { MaintenanceProgress } from '#shared/bridge/serverProcess.ts'
import { formatTime } from '#shared/time/chinaTime.ts'

/** A backup's origin. */
export const kindNames: Readonly<Record<Copy['kind'], string>> = {
  daily: '每日备份',
  upgrade: '升级前备份',
  replaced: '恢复前保留',
  chosen: '选择的文件',
}

/** The result of a backup's check. */
export const verdictNames: Readonly<Record<Copy['verdict'], string>> = {
  good: '可用',
  damaged: '已损坏',
  newer: '来自更新版本',
  trial: '来自试用版本',
  foreign: '不是本程序的备份',
  empty: '空的',
  encrypted: '已加密',
}

/** Whether it can be selected; nothing more is known of an encrypted one without its password. */
export const isUsable = ({ verdict }: Copy): boolean => verdict === 'good' || verdict === 'encrypted'

/** `2026-05-01 08:00:00`, or the file name if it contains no time. */
export const timeInWords = ({ at, name }: Pick<Copy, 'at' | 'name'>): string => (at === null ? name : formatTime(at))

/** Describes the backup about to be restored. */
export function choiceInWords(copy: Copy): string {
  switch (copy.kind) {
    case 'chosen':
      return `将恢复文件“${copy.name}”`
    case 'replaced':
      return `将恢复 ${timeInWords(copy)} 恢复数据之前保留的数据库`
    case 'daily':
    case 'upgrade':
      return `将恢复 ${timeInWords(copy)} 的${kindNames[copy.kind]}`
  }
}

/** What a restore loses; `isDamaged`: there is no database that could be kept. */
export function lossInWords(copy: Copy, isDamaged: boolean): string {
  const when = copy.at === null ? '这份备份之后' : `${timeInWords(copy)} 之后`
  const kept = isDamaged ? '不能打开的文件仍保留在数据文件夹中。' : '现在的数据库会另外保存，需要时可以再恢复回来。'
  return `恢复后，${when}录入的投票、房产和账号改动都不在其中。${kept}所有人都要重新登录。`
}

const stages: Readonly<Record<MaintenanceProgress['stage'], { readonly name: string; readonly from: number; readonly to: number }>> = {
  listing: { name: '正在检查备份', from: 0, to: 100 },
  unlocking: { name: '正在核对备份的密码', from: 0, to: 5 },
  copying: { name: '正在复制备份', from: 5, to: 60 },
  checking: { name: '正在检查复制的数据', from: 60, to: 85 },
  replacing: { name: '正在替换数据库并重新启动本机服务', from: 85, to: 100 },
}

/** The current stage, and the overall progress in percent. */
export function progressInWords(progress: MaintenanceProgress | null): { readonly name: string; readonly percent: number } {
  if (progress === null) return { name: '正在停止本机服务', percent: 0 }
  const { name, from, to } = stages[progress.stage]
  return { name, percent: Math.round(from + (to - from) * progress.share) }
}
