import { describe, expect, it, vi } from 'vitest'
import { Unreachable } from '../../../src/main/failures.ts'
import type { Content } from '../../../src/main/files/disk.ts'
import { createDownloads } from '../../../src/main/files/download.ts'
import { endpointOf, endpoints, isDownload, type DownloadEndpoint } from '#shared/contract/index.ts'

const [property, journal] = [
  { estateId: 'e', jobId: 'j' },
  { jobId: 'j', purpose: '' },
]
async function* pieces() {
  yield new Uint8Array([7])
  await Promise.resolve()
  yield new Uint8Array([8])
}
const call = vi.fn(() => Promise.resolve({ type: 'x', bytes: new Uint8Array([7]), fileName: 'a.xlsx' }))
/** Downloads over a session whose streams complete, or fail with an error; returns what was saved, in order. */
function downloadsOf({ failure, cancelled = [] }: { readonly failure?: Error; readonly cancelled?: readonly string[] } = {}) {
  const saved: unknown[] = []
  const streamed = vi.fn(async (_name: unknown, _input: unknown, save: (chunks: AsyncIterable<Uint8Array>) => Promise<void>) => {
    if (failure) throw failure
    await save(pieces())
  })
  const fetch = createDownloads({
    call: call as never,
    download: streamed as never,
    cancellation: (jobId) => (cancelled.includes(String(jobId)) ? AbortSignal.abort() : new AbortController().signal),
  })
  const save = async (content: Content) => {
    if (content instanceof Uint8Array) saved.push(content)
    else for await (const piece of content) saved.push(piece)
  }
  return { run: (name: string, query: Readonly<Record<string, unknown>>) => fetch(name as DownloadEndpoint, { query }, save), saved, streamed }
}

describe('a file made by the server', () => {
  it('is requested by its endpoint’s name', async () => {
    const { run, saved } = downloadsOf()
    expect(await run('property.export', property)).toBe(true)
    expect(saved).toEqual([new Uint8Array([7])])
    expect(call).toHaveBeenCalledExactlyOnceWith('property.export', { query: property })
  })

  it('is streamed on piece by piece', async () => {
    const { run, saved, streamed } = downloadsOf()
    expect(await run('audit.export', journal)).toBe(true)
    expect(saved).toEqual([new Uint8Array([7]), new Uint8Array([8])])
    expect(streamed).toHaveBeenCalledWith('audit.export', { query: journal }, expect.any(Function), expect.any(AbortSignal))
  })

  it('fails if interrupted, unless the page cancelled it', async () => {
    const failure = new Unreachable('暂时没有取到数据')
    await expect(downloadsOf({ failure, cancelled: ['another'] }).run('audit.export', journal)).rejects.toBe(failure)
    expect(await downloadsOf({ failure, cancelled: ['j'] }).run('audit.export', journal)).toBe(false)
  })

  it.each(['property.delete', 'property.list', 'auth.logout', 'job.cancel', 'toString', '__proto__', ''])('is not expected from %j', async (name) => {
    call.mockClear()
    const { run, saved, streamed } = downloadsOf()
    await expect(run(name, {})).rejects.toThrow('这个内容不能保存为文件')
    expect([call.mock.calls, streamed.mock.calls, saved]).toEqual([[], [], []])
  })

  it('uses a reading call in every case', () => {
    const downloads = Object.keys(endpoints).filter(isDownload)
    expect(downloads).toEqual(expect.arrayContaining(['property.export', 'audit.export', 'result.report']))
    for (const name of downloads) expect(endpointOf(name).method).toBe('GET')
  })
})
