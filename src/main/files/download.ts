import { isDownload, type DownloadEndpoint, type InputOf } from '#shared/contract/index.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { ServerHost } from '../server-host/host.ts'
import type { Session } from '../session/session.ts'

/**
 * Fetches a file that the server makes, by the endpoint's name.
 *
 * The name comes from the page: whatever is no download is refused, so that nothing else is called by this way.
 */
export function createDownloads({ call }: Pick<Session, 'call'>): (endpoint: DownloadEndpoint, query: unknown) => Promise<Uint8Array> {
  return async (endpoint, query) => {
    if (!isDownload(endpoint)) throw new LocalFailure('这个内容不能保存为文件，请重新启动程序')
    // The session checks the query by the endpoint's own contract before it is sent.
    const { bytes } = await call(endpoint, { query } as InputOf<DownloadEndpoint>)
    return bytes
  }
}

/** Fetches the journal as a file, its bytes given to `save` as they come; answers false where the user cancelled it meanwhile. */
export function createJournalDownload({ call, download }: Pick<Session, 'call' | 'download'>) {
  return async (input: InputOf<'audit.export'>, save: (chunks: AsyncIterable<Uint8Array>) => Promise<void>): Promise<boolean> => {
    try {
      await download('audit.export', input, save)
      return true
    } catch (error) {
      // A file that was cancelled breaks off like one whose connection is lost.
      const { jobId } = input.query
      const isCancelled = async () => (await call('job.progress', { query: { jobId } })).stage === 'cancelled'
      if (jobId !== '' && error instanceof Unreachable && (await isCancelled().catch(() => false))) return false
      throw error
    }
  }
}

/** Has the server copy its whole database to a path: the server itself permits it, to an administrator who gave the password once more. */
export function permittedBackup({ copyData }: Pick<ServerHost, 'copyData'>, { call }: Pick<Session, 'call'>) {
  return async (path: string, purpose: string, password: string | null): Promise<void> => {
    const { permit } = await call('system.permitBackup', { body: { purpose } })
    await copyData(path, permit, password)
  }
}
