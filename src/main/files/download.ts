import type { CommandInput } from '#shared/bridge/commands.ts'
import { isDownload, isStreamed, type DownloadEndpoint, type InputOf } from '#shared/contract/index.ts'
import { LocalFailure } from '../failures.ts'
import type { ServerHost } from '../server-host/host.ts'
import type { Session } from '../session/session.ts'
import type { Content } from './disk.ts'

/** The input of a download as given by the page; the endpoint's contract checks it. */
type DownloadInput = CommandInput<'file.saveDownload'>['input']

/** Fetches a file for `save`, which receives its bytes, whole or as a stream, and may throw; false if the user cancelled. */
export type FetchDownload = (endpoint: DownloadEndpoint, input: DownloadInput, save: (content: Content) => Promise<void>) => Promise<boolean>

/**
 * Fetches a server-generated file, by the endpoint's name.
 *
 * The name comes from the page: endpoints that are not downloads are refused, so that this command calls nothing else.
 */
export function createDownloads({ call, download, cancellation }: Pick<Session, 'call' | 'download' | 'cancellation'>): FetchDownload {
  return async (endpoint, given, save) => {
    if (!isDownload(endpoint)) throw new LocalFailure('这个内容不能保存为文件，请重新启动程序')
    // The session checks the input with the endpoint's own contract before sending.
    const input = given as InputOf<DownloadEndpoint>
    if (!isStreamed(endpoint)) {
      const { bytes } = await call(endpoint, input)
      await save(bytes)
      return true
    }
    const cancelled = cancellation(given.query['jobId'])
    try {
      await download(endpoint, input, save, cancelled)
      return true
    } catch (error) {
      if (cancelled.aborted) return false
      throw error
    }
  }
}

/** Asks the server to copy its whole database to a path: it issues a permit to an administrator who has confirmed the password. */
export function permittedBackup({ copyData }: Pick<ServerHost, 'copyData'>, { call }: Pick<Session, 'call'>) {
  return async (path: string, purpose: string, password: string | null): Promise<void> => {
    const { permit } = await call('system.permitBackup', { body: { purpose } })
    await copyData(path, permit, password)
  }
}
