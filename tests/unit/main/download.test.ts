import { describe, expect, it, vi } from 'vitest'
import { createDownloads } from '../../../src/main/files/download.ts'
import { endpointOf, endpoints, isDownload, type DownloadEndpoint } from '#shared/contract/index.ts'

const call = vi.fn(() => Promise.resolve({ type: 'x', bytes: new Uint8Array([7]), fileName: 'a.xlsx' }))
const download = createDownloads({ call: call as never })

describe('a file that the server makes', () => {
  it('is fetched by the name of its endpoint', async () => {
    expect(await download('property.export', { estateId: 'e' })).toEqual(new Uint8Array([7]))
    expect(call).toHaveBeenCalledExactlyOnceWith('property.export', { query: { estateId: 'e' } })
  })

  it.each(['property.delete', 'property.list', 'auth.logout', 'job.cancel', 'toString', '__proto__', ''])('is not what %j answers with', async (name) => {
    call.mockClear()
    await expect(download(name as DownloadEndpoint, {})).rejects.toThrow('这个内容不能保存为文件')
    expect(call).not.toHaveBeenCalled()
  })

  it('comes from a reading call, in every case', () => {
    const downloads = Object.keys(endpoints).filter(isDownload)
    expect(downloads).toContain('property.export')
    for (const name of downloads) expect(endpointOf(name).method).toBe('GET')
  })
})
