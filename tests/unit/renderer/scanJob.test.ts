import { describe, expect, it } from 'vitest'
import type { CommandInput, CommandName } from '#shared/bridge/commands.ts'
import type { Failure, Outcome } from '#shared/bridge/outcome.ts'
import { Refusal, type PlainReason } from '#shared/contract/refusals.ts'
import type { ReadPage } from '#shared/features/reading/pageContract.ts'
import { createScanJob } from '../../../src/renderer/features/reading/scanJob.ts'
import type { OfferedFile } from '../../../src/renderer/features/reading/offeredFiles.ts'

const pageOf = (more: Partial<ReadPage> = {}): ReadPage => ({
  id: 'p',
  status: 1,
  isSame: false,
  code: 'A',
  page: 1,
  pageCount: 1,
  source: '',
  sourcePage: 1,
  by: '',
  at: 0,
  turned: 0,
  isFlat: false,
  slots: [],
  message: '',
  ...more,
})
const offered = (name: string, problem: string | null = null): OfferedFile => ({ name, problem, bytes: () => Promise.resolve(Uint8Array.of(1)) })
const refused = (reason: PlainReason): Failure => {
  const { code, message, data } = new Refusal(reason)
  return { kind: 'refused', reason, code, message, data }
}
type Sent = CommandInput<'scan.send'>
type Answer = Outcome<{ page: ReadPage } | { problem: string }>
const read = (more: Partial<ReadPage> = {}): Answer => ({ ok: true, value: { page: pageOf(more) } })

/** A job on files with these numbers of pages; `answer` decides each page. */
function startJob(
  pageCounts: Readonly<Record<string, number | string>>,
  answer: (sent: Sent) => Answer | Promise<Answer> = () => read(),
  room: Outcome<string | null>[] = [],
) {
  const done: string[] = []
  let open = 0
  let most = 0
  let underWay = 0
  let batches = 0
  const run = async (name: CommandName, input: CommandInput<CommandName>): Promise<Outcome<unknown>> => {
    if (name === 'scan.open') {
      const { name: file } = input as CommandInput<'scan.open'>
      const count = pageCounts[file]
      open += 1
      return { ok: true, value: typeof count === 'number' ? { fileId: file, pageCount: count } : { problem: count } }
    }
    if (name === 'scan.close') {
      open -= 1
      return { ok: true, value: null }
    }
    const sent = input as Sent
    underWay += 1
    most = Math.max(most, underWay)
    done.push(`${sent.source} ${sent.sourcePage}`)
    const given = await answer(sent)
    underWay -= 1
    return given
  }
  const job = createScanJob({
    activityId: 'activity',
    run: run as Parameters<typeof createScanJob>[0]['run'],
    checkRoom: () => Promise.resolve(room.shift() ?? { ok: true, value: null }),
    now: () => 0,
    newBatchId: () => `batch ${++batches}`,
    onRead: () => undefined,
  })
  const until = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = job.listen(() => {
        if (!isReached()) return
        stop()
        resolve()
      })
      if (isReached()) resolve()
    })
  const ended = () => until(() => job.state().status === 'idle')
  const paused = () => until(() => job.state().status === 'paused')
  return { job, done, ended, paused, most: () => most, open: () => open }
}

describe('reading scanned files', () => {
  it('reads page by page, at most two at once, and closes files', async () => {
    const { job, done, ended, most, open } = startJob({ 'a.pdf': 3, 'b.jpg': 1 })
    job.add([offered('a.pdf'), offered('b.jpg'), offered('c.png', '其他格式')])
    await ended()
    expect([...done].sort()).toEqual(['a.pdf 1', 'a.pdf 2', 'a.pdf 3', 'b.jpg 1'])
    expect(most()).toBe(2)
    expect(job.state().files.map(({ name, state, pageCount, done: read }) => [name, state, pageCount, read])).toEqual([
      ['a.pdf', 'done', 3, 3],
      ['b.jpg', 'done', 1, 1],
      ['c.png', 'refused', null, 0],
    ])
    expect(job.state().files[2]?.notes).toEqual([{ sourcePage: null, sentence: '其他格式' }])
    await Promise.resolve()
    expect(open()).toBe(0)
  })

  it('lists rejected, noted and already read pages, and continues with the others', async () => {
    const { job, ended } = startJob({ 'a.pdf': 5, 'b.pdf': '该 PDF 有密码' }, ({ sourcePage }) => {
      if (sourcePage === 1) return { ok: true, value: { problem: '第1页无法读取' } }
      if (sourcePage === 2) return { ok: false, failure: refused('reading.tooFewPixels') }
      if (sourcePage === 3) return read({ status: 3, message: '未识别到二维码' })
      return read({ isSame: sourcePage === 4 })
    })
    job.add([offered('a.pdf'), offered('b.pdf')])
    await ended()
    const [a, b] = job.state().files
    expect(a).toMatchObject({ state: 'done', done: 5, same: 1 })
    expect(a?.notes).toEqual([
      { sourcePage: 1, sentence: '第1页无法读取' },
      { sourcePage: 2, sentence: '图片太小，请用原图或150 dpi以上扫描' },
      { sourcePage: 3, sentence: '未识别到二维码' },
    ])
    expect(b).toMatchObject({ state: 'refused', notes: [{ sourcePage: null, sentence: '该 PDF 有密码' }] })
  })

  it.each([
    { kind: 'unreachable', message: '连接不上服务器' },
    refused('account.notLoggedIn'),
    refused('account.unconfirmed'),
  ] as const satisfies readonly Failure[])('stops at a failure of the server or session ($message) and resumes there', async (failure) => {
    let isBroken = true
    const { job, done, ended, paused } = startJob({ 'a.pdf': 4 }, ({ sourcePage }) => (isBroken && sourcePage >= 2 ? { ok: false, failure } : read()))
    job.add([offered('a.pdf')])
    await paused()
    expect(job.state()).toMatchObject({ status: 'paused', sentence: failure.message })
    isBroken = false
    job.resume()
    await ended()
    expect(job.state().files[0]).toMatchObject({ state: 'done', done: 4, notes: [] })
    expect(new Set(done).size).toBe(4)
  })

  it('sends no further page after cancelling, and keeps what was read', async () => {
    const { job, done, ended } = startJob({ 'a.pdf': 50, 'b.pdf': 2 }, ({ source, sourcePage }) => {
      if (source === 'a.pdf' && sourcePage === 3) job.cancel(1)
      return read()
    })
    job.add([offered('a.pdf'), offered('b.pdf')])
    await ended()
    expect(done.filter((page) => page.startsWith('a')).length).toBeLessThan(6)
    expect(job.state().files.map(({ state }) => state)).toEqual(['cancelled', 'done'])
    job.clear()
    expect(job.state().files).toEqual([])
  })

  it('ends when cancelled while waiting for the server', async () => {
    const { job, ended, paused } = startJob({ 'a.pdf': 4 }, () => ({ ok: false, failure: { kind: 'unreachable', message: '连接不上服务器' } }))
    job.add([offered('a.pdf')])
    await paused()
    job.cancel(1)
    await ended()
    expect(job.state()).toMatchObject({ status: 'idle', sentence: '' })
  })

  it('waits if the server’s disk is full', async () => {
    const { job, done, ended, paused } = startJob({ 'a.pdf': 2 }, undefined, [{ ok: true, value: '磁盘空间不足' }])
    job.add([offered('a.pdf')])
    await paused()
    expect([job.state().sentence, done]).toEqual(['磁盘空间不足', []])
    job.resume()
    await ended()
    expect(done).toHaveLength(2)
  })

  it('reports a file that can no longer be read', async () => {
    const { job, ended } = startJob({})
    job.add([{ ...offered('a.pdf'), bytes: () => Promise.resolve(null) }])
    await ended()
    expect(job.state().files[0]).toMatchObject({ state: 'refused', notes: [{ sentence: '文件无法读取，可能已被移动、删除或正在被别的程序使用' }] })
  })
})
