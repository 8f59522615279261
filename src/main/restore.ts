import { randomUUID } from 'node:crypto'
import type { BrowserWindow, Dialog } from 'electron'
import type { Events } from '#shared/bridge/bridge.ts'
import type { CommandHandlers, Copy } from '#shared/bridge/commands.ts'
import type { FoundCopy } from '#shared/bridge/serverProcess.ts'
import { COPY_PASSWORD_MISSING } from '#shared/features/system/rules.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { LocalFailure } from './failures.ts'
import type { ServerHost } from './server-host/host.ts'
import type { Session } from './session/session.ts'

type RestoreCommands = Pick<CommandHandlers, 'data.copies' | 'data.chooseCopy' | 'data.restore' | 'data.startEmpty'>

interface RestoreOptions {
  readonly host: Pick<ServerHost, 'state' | 'maintain'>
  readonly session: Pick<Session, 'call'>
  readonly dialog: Pick<Dialog, 'showOpenDialog'>
  readonly window: () => BrowserWindow | null
  readonly onProgress: (progress: Events['restore.progress']) => void
  /** Shown above the login after the program's restart. */
  readonly addNotice: (sentence: string) => void
}

/**
 * The commands of 恢复数据: list the backups, and replace the database by one. The page names a backup by its id and has no paths.
 *
 * They throw {@link LocalFailure} with the user-facing message.
 */
export function createRestore({ host, session, dialog, window, onProgress, addNotice }: RestoreOptions): RestoreCommands {
  const known = new Map<string, FoundCopy>()

  /** Whether an administrator is logged in; false if the database cannot be opened at all. Throws {@link LocalFailure} for other users. */
  const requireAdministrator = async (): Promise<boolean> => {
    const { status, needsRestore } = host.state()
    if (status === 'failed' && needsRestore === true) return false
    const { roles } = await session.call('account.current', { query: {} }).catch((error: unknown) => {
      // There the server identifies nobody; the permission is checked before anything is replaced.
      if (error instanceof Refusal && error.reason === 'audit.databaseOlder') return { roles: ['admin'] }
      throw error
    })
    if (!roles.includes('admin')) throw new LocalFailure('只有系统管理员可以恢复数据')
    return true
  }
  const forPage = (copy: FoundCopy): Copy => {
    const id = randomUUID()
    known.set(id, copy)
    const { path: _path, ...rest } = copy
    return { ...rest, id }
  }
  const found = async (order: { readonly type: 'listBackups' } | { readonly type: 'inspectCopy'; readonly path: string }): Promise<Copy[]> => {
    const result = await host.maintain(order, onProgress)
    return result.type === 'copies' ? result.copies.map(forPage) : []
  }

  return {
    'data.copies': async () => {
      await requireAdministrator()
      return found({ type: 'listBackups' })
    },
    'data.chooseCopy': async () => {
      await requireAdministrator()
      const options = {
        title: '选择备份文件',
        buttonLabel: '选择',
        properties: ['openFile' as const],
        filters: [
          { name: '数据备份', extensions: ['db', 'vtbackup'] },
          { name: '所有文件', extensions: ['*'] },
        ],
      }
      const parent = window()
      const { canceled, filePaths } = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options))
      const [path] = filePaths
      if (canceled || path === undefined) return null
      const [copy] = await found({ type: 'inspectCopy', path })
      return copy ?? null
    },
    'data.restore': async ({ id, password }) => {
      const isLoggedIn = await requireAdministrator()
      const copy = known.get(id)
      if (!copy) throw new LocalFailure('找不到这份备份，请重新选择')
      if (copy.verdict === 'encrypted') {
        if (password === null || password === '') throw new LocalFailure(COPY_PASSWORD_MISSING)
        // While the server still runs: a wrong password or an incomplete file must not interrupt anyone's work.
        await host.maintain({ type: 'unlockCopy', path: copy.path, password }, onProgress)
      }
      // If the database is open, its server checks the permission, after the password was confirmed.
      const { username: by } = isLoggedIn ? await session.call('system.permitRestore', { body: { fileName: copy.name } }) : { username: '' }
      const result = await host.maintain({ type: 'restore', path: copy.path, by, password }, onProgress)
      const keptAs = result.type === 'done' ? result.keptAs : ''
      addNotice(`数据已从 ${copy.name} 恢复${keptAs === '' ? '' : `，原来的数据库保存为 ${keptAs}`}。请登录后核对，再继续工作`)
      return { keptAs }
    },
    'data.startEmpty': async () => {
      if (host.state().needsRestore !== true) throw new LocalFailure('数据库可以正常打开，不能重新开始')
      await host.maintain({ type: 'startEmpty' }, onProgress)
      addNotice('已从空白数据开始，请注册首个账号。以前的文件仍在数据文件夹中')
      return null
    },
  }
}
