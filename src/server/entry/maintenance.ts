import { basename } from 'node:path'
import { statSync } from 'node:fs'
import type { FoundCopy, MaintenanceMessage, MaintenanceOrder, MaintenanceResult } from '#shared/bridge/serverProcess.ts'
import { listBackups } from '../database/backups.ts'
import { momentIn } from '../database/data-files.ts'
import { isEncryptedCopy } from '../database/encrypted-copy.ts'
import { createInspect, type Inspect } from '../database/inspection.ts'
import { checkEncryptedCopy, restoreDatabase } from '../database/restore.ts'
import { beginEmpty } from '../database/start-check.ts'
import { ServerStartError } from '../kernel/start-error.ts'

interface MaintenanceDeps {
  readonly folder: string
  readonly inspectionWorker: URL
  readonly tell: (message: MaintenanceMessage) => void
}

/** Carries out one order on a data folder not in use by a server; read-only orders may run beside a server. */
export async function maintain(order: MaintenanceOrder, { folder, inspectionWorker, tell }: MaintenanceDeps): Promise<void> {
  try {
    tell(await carryOut(order, folder, createInspect(inspectionWorker), tell))
  } catch (error) {
    tell({ type: 'failed', message: error instanceof ServerStartError ? error.message : '没有做完，数据没有改动，请重试；仍不行时请查看日志' })
  }
}

async function carryOut(order: MaintenanceOrder, folder: string, inspect: Inspect, tell: MaintenanceDeps['tell']): Promise<MaintenanceResult> {
  switch (order.type) {
    case 'listBackups': {
      const onChecked = (done: number, total: number): void => tell({ type: 'progress', stage: 'listing', share: total === 0 ? 1 : done / total })
      return { type: 'copies', copies: await listBackups(folder, inspect, onChecked) }
    }
    case 'inspectCopy':
      return { type: 'copies', copies: [await look(order.path, inspect)] }
    case 'unlockCopy': {
      await checkEncryptedCopy(order.path, order.password, (share) => tell({ type: 'progress', stage: 'unlocking', share }))
      return { type: 'done', keptAs: '' }
    }
    case 'restore': {
      const { path: source, by, password } = order
      const onProgress = (stage: 'copying' | 'checking' | 'replacing', share: number): void => tell({ type: 'progress', stage, share })
      return { type: 'done', keptAs: await restoreDatabase({ folder, source, inspect, now: Date.now(), by, password, onProgress }) }
    }
    case 'startEmpty':
      return { type: 'done', keptAs: await beginEmpty(folder, Date.now()) }
  }
}

async function look(path: string, inspect: Inspect): Promise<FoundCopy> {
  try {
    const [name, byteCount] = [basename(path), statSync(path).size]
    if (isEncryptedCopy(path)) return { path, name, kind: 'chosen', at: null, byteCount, verdict: 'encrypted', version: null }
    const { verdict, version } = await inspect(path)
    return { path, name, kind: 'chosen', at: momentIn(name), byteCount, verdict, version }
  } catch (cause) {
    throw new ServerStartError('文件无法读取，请把它复制到本机的文件夹后再选择', { cause })
  }
}
