import { isDownload, type DownloadEndpoint, type InputOf } from '#shared/contract/index.ts'
import { LocalFailure } from '../failures.ts'
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
