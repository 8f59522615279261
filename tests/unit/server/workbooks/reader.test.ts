import { performance } from 'node:perf_hooks'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { Code } from '../../../../src/shared/contract/codes.ts'
import { createSheetReader } from '../../../../src/server/workbooks/reader.ts'
import type { SheetProgress } from '../../../../src/server/workbooks/workers.ts'
import { propertyWorkbook } from '../../../support/workbooks/make.ts'
import { cellsOf, newReader, readWorkbook, workbook } from './support.ts'

// Large files, on machines busy with other tests.
vi.setConfig({ testTimeout: 60_000 })

const small = workbook([cellsOf()])
/** One for all tests: creating it takes longer than reading it. */
const LARGE_ROWS = 30_000
const large = propertyWorkbook(LARGE_ROWS)
const request = (bytes: Uint8Array) => ({ bytes, fileName: '房产.xlsx', kind: 'property' }) as const

describe('reading a workbook', () => {
  it('leaves the caller’s bytes unchanged', async () => {
    const bytes = Buffer.from(small)
    await readWorkbook(bytes)
    await readWorkbook(bytes)
    expect(bytes.equals(small)).toBe(true)
  })

  it('reports progress: waiting, reading, then rows of the total', async () => {
    const seen: SheetProgress[] = []
    await newReader().read({ ...request(await large), onProgress: (progress) => seen.push(progress) })
    expect([...new Set(seen.map(({ stage }) => stage))]).toEqual(['waiting', 'reading', 'checking'])
    const checking = seen.filter(({ stage }) => stage === 'checking')
    expect(checking.every(({ total }) => total === LARGE_ROWS)).toBe(true)
    expect(checking.map(({ done }) => done)).toEqual(checking.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(checking.at(-1)?.done).toBeLessThanOrEqual(LARGE_ROWS)
  })

  it('returns all rows in the sheet’s order', async () => {
    const { rows, rowCount } = await readWorkbook(await propertyWorkbook(6_000))
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 6_000 }, (_, index) => index + 2))
    expect(rowCount).toBe(6_000)
  })

  it('returns no row of a sheet with an invalid one', async () => {
    const wrong = Array.from({ length: 3_000 }, (_, index) => cellsOf({ room: String(index), phone: index === 1_200 ? '1' : '13800138000' }))
    const { errors, rowCount, rows } = await readWorkbook(workbook(wrong))
    expect(errors).toMatchObject([{ row: 1_202 }])
    expect(rowCount).toBe(3_000)
    expect(rows).toEqual([])
  })

  it('does not block the event loop', async () => {
    const bytes = await large
    const before = performance.eventLoopUtilization()
    await newReader().read(request(bytes))
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.4)
  })
})

describe('limits of reading', () => {
  it('a cancel stops reading at once', async () => {
    const reader = newReader()
    const controller = new AbortController()
    const bytes = await large
    const reading = reader.read({ ...request(bytes), signal: controller.signal, onProgress: ({ stage }) => stage === 'checking' && controller.abort() })
    await expect(reading).rejects.toMatchObject({ code: Code.ruleSaysNo, message: '已取消，未写入任何数据', data: '已取消，未写入任何数据' })
    expect((await reader.read(request(small))).rowCount).toBe(1)
  })

  it('reading cancelled beforehand never starts', async () => {
    await expect(readWorkbook(small, { signal: AbortSignal.abort() })).rejects.toThrow('已取消，未写入任何数据')
  })

  it('exceeding the time limit is refused', async () => {
    await expect(readWorkbook(await large, { limits: { timeMs: 150 } })).rejects.toMatchObject({
      code: Code.ruleSaysNo,
      message: '文件过于复杂，解析超时。请复制数据到模板后再导入',
    })
  })

  it('exceeding the memory limit is refused, and the process survives', async () => {
    await expect(readWorkbook(await large, { limits: { memoryMb: 8 } })).rejects.toMatchObject({
      code: Code.ruleSaysNo,
      message: '文件过于复杂，占用内存过多。请复制数据到模板后再导入',
    })
    expect((await readWorkbook(small)).rowCount).toBe(1)
  })

  it('too many rows are refused', async () => {
    await expect(readWorkbook(await propertyWorkbook(60), { limits: { rows: 50 } })).rejects.toThrow('数据超过50行，请分批导入')
    await expect(readWorkbook(await propertyWorkbook(52), { limits: { rows: 51 } })).rejects.toThrow('数据超过51行，请分批导入')
    expect((await readWorkbook(await propertyWorkbook(50), { limits: { rows: 50 } })).rowCount).toBe(50)
  })
})

describe('several workbooks', () => {
  it('are read one after another; one cancelled while waiting leaves the queue', async () => {
    const reader = newReader()
    const bytes = await propertyWorkbook(5_000)
    const order: string[] = []
    const controller = new AbortController()
    const read = (name: string, signal?: AbortSignal) =>
      reader
        .read({
          ...request(bytes),
          ...(signal === undefined ? {} : { signal }),
          onProgress({ stage }) {
            if (order.at(-1) !== `${name} ${stage}`) order.push(`${name} ${stage}`)
            // The second waits while the first is read.
            if (name === 'first' && stage === 'reading') controller.abort()
          },
        })
        .then((result) => {
          order.push(`${name} done`)
          return result.rowCount
        })
    const all = [read('first'), read('second', controller.signal), read('third')]
    await expect(all[1]).rejects.toThrow('已取消，未写入任何数据')
    expect(await Promise.all([all[0], all[2]])).toEqual([5_000, 5_000])
    const [done, begun] = ['first done', 'third reading'].map((event) => order.indexOf(event))
    expect(done).toBeGreaterThan(0)
    expect(begun).toBeGreaterThan(done ?? 0)
    expect(order).not.toContain('second reading')
  })

  it('still waiting when the server stops are refused', async () => {
    const reader = newReader()
    const bytes = await large
    const closesWhileReading = ({ stage }: SheetProgress): void => {
      if (stage === 'reading') void reader.close()
    }
    const all = [reader.read({ ...request(bytes), onProgress: closesWhileReading }), reader.read(request(bytes))]
    expect(await Promise.allSettled(all)).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 'rejected', reason: { message: '已取消，未写入任何数据' } })),
    )
  })
})

async function withWorker(code: string, test: (url: URL) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-worker-'))
  try {
    const path = join(folder, 'worker.mjs')
    await writeFile(path, code)
    await test(pathToFileURL(path))
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('a worker that has answered', () => {
  /** Answers with the running number of the file, and reports that memory use. */
  const holding = (megabytes: number): string =>
    `import { parentPort } from 'node:worker_threads'; let count = 0; parentPort.on('message', () => { count += 1; parentPort.postMessage({ type: 'done', findings: { rowCount: count, errorCount: 0 }, heldBytes: ${megabytes} * 2 ** 20 }) })`
  const readTwice = async (url: URL): Promise<number[]> => {
    const reader = newReader(url)
    const counts = [await reader.read(request(small)), await reader.read(request(small))].map(({ rowCount }) => rowCount)
    await reader.close()
    return counts
  }

  it('is reused for the next file', () => withWorker(holding(12), async (url) => expect(await readTwice(url)).toEqual([1, 2])))
  it('is started before the first file if the reader is told to', () =>
    withWorker(
      `import { parentPort, threadId } from 'node:worker_threads'; parentPort.on('message', () => parentPort.postMessage({ type: 'done', findings: { rowCount: threadId, errorCount: 0 }, heldBytes: 0 }))`,
      async (url) => {
        const started = new Promise<number>((resolve) => process.once('worker', (worker: Worker) => resolve(worker.threadId)))
        const reader = createSheetReader({ workerUrl: url, log: { warn: () => undefined, error: () => undefined }, startsIn: 0 })
        const threadId = await started
        expect((await reader.read(request(small))).rowCount).toBe(threadId)
        await reader.close()
      },
    ))
  it('is terminated if it grew large, which frees its memory at once', () =>
    withWorker(holding(49), async (url) => expect(await readTwice(url)).toEqual([1, 1])))
})

describe('a failing worker', () => {
  it('exiting without an answer has its own message', () =>
    withWorker(`import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(0))`, async (url) => {
      await expect(newReader(url).read(request(small))).rejects.toMatchObject({
        code: Code.ruleSaysNo,
        message: '读取文件时意外中断，请用 WPS/Excel 重新保存后再试',
      })
    }))

  it('throwing in the middle has its own message', () =>
    withWorker(
      `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { parentPort.postMessage({ type: 'progress', stage: 'reading', done: 0, total: 0 }); throw new Error('our fault') })`,
      async (url) => {
        await expect(newReader(url).read(request(small))).rejects.toThrow('读取文件时意外中断')
      },
    ))

  it('never answering is terminated by the time limit', () =>
    withWorker(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;) {} })`, async (url) => {
      await expect(newReader(url).read({ ...request(small), limits: { timeMs: 200 } })).rejects.toThrow('解析超时')
    }))

  it('a worker that cannot be started is an internal error, not the file’s fault', async () => {
    const reading = newReader(pathToFileURL(join(tmpdir(), 'nowhere', 'worker.js'))).read(request(small))
    await expect(reading).rejects.toThrow(/Cannot find module/)
  })
})
