import { describe, expect, it } from 'vitest'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { ImportResult } from '#shared/import/contract.ts'
import type { ImportEffects } from '../../../src/renderer/features/job/parts/ImportPanel/importState.ts'
import { createImportWork } from '../../../src/renderer/features/job/parts/ImportPanel/importWork.ts'
import type { Workbook } from '../../../src/renderer/features/job/parts/ImportPanel/workbookFile.ts'
import { verdictAfterLoss } from '../../../src/renderer/features/job/parts/ImportPanel/lostImport.ts'

class Failed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}
const refused = (reason: Reason, message: string, data: unknown = message) => new Failed({ kind: 'refused', reason, code: 402, message, data })
const unreachable = () => new Failed({ kind: 'unreachable', message: '无法连接服务器' })

const file = { name: '房产.xlsx', bytes: new Uint8Array([1, 2, 3]) }
const preview = { sheet: '房产信息', remarks: [], columns: ['分期'], ignored: [], rows: [] }
const checked: ImportResult = { total: 3, inserted: 2, updated: 1, preview }

/** One turn of the event loop, standing in for the time between two polls. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server whose import answers are given one by one by the test; time passes at once. */
function scripted() {
  const sends: { file: Workbook; isDryRun: boolean; jobId: string; resolve: (result: ImportResult) => void; reject: (error: unknown) => void }[] = []
  const cancelled: string[] = []
  let written = 0
  let jobs = 0
  let progress: (jobId: string) => Promise<JobProgress> = () => Promise.resolve({ stage: 'waiting', done: 0, total: 0 })
  let cancel: (jobId: string) => Promise<unknown> = () => Promise.resolve(null)
  const effects: ImportEffects = {
    send: (file, { isDryRun, jobId }) => {
      const { promise, resolve, reject } = Promise.withResolvers<ImportResult>()
      sends.push({ file, isDryRun, jobId, resolve, reject })
      return promise
    },
    progress: (jobId) => progress(jobId),
    cancel: (jobId) => {
      cancelled.push(jobId)
      return cancel(jobId)
    },
    failureOf: (error) => (error instanceof Failed ? error.failure : { kind: 'local', message: '出错了' }),
    sentenceOf: (failure) => failure.message,
    newJobId: () => `job-${++jobs}`,
    wait: turn,
    written: () => void (written += 1),
  }
  /** Waits until only the server's next answer is missing: the work never waits more than a few turns. */
  const settled = async () => {
    for (let turns = 0; turns < 100; turns++) await turn()
  }
  return {
    effects,
    work: createImportWork(effects),
    sends,
    cancelled,
    written: () => written,
    settled,
    answerProgress: (answer: typeof progress) => void (progress = answer),
    answerCancel: (answer: typeof cancel) => void (cancel = answer),
    last: () => {
      const send = sends.at(-1)
      if (!send) throw new Error('nothing was sent')
      return send
    },
  }
}

/** A checked and started import. */
async function begun() {
  const server = scripted()
  void server.work.check(file)
  server.last().resolve(checked)
  await server.settled()
  void server.work.begin()
  return server
}

describe('an import', () => {
  it('checks without writing, then writes the same file as another job', async () => {
    const server = await begun()
    expect(server.sends.map(({ isDryRun, jobId }) => [isDryRun, jobId])).toEqual([
      [true, 'job-1'],
      [false, 'job-2'],
    ])
    expect(server.work.state()).toMatchObject({ step: 'write', isCancelling: false, check: { inserted: 2 } })
    server.last().resolve({ total: 3, inserted: 2, updated: 1 })
    await server.settled()
    expect(server.work.state()).toMatchObject({ step: 'done', result: { inserted: 2, updated: 1 } })
    expect(server.written()).toBe(1)
  })

  it('cannot be started twice, replaced or discarded while running', async () => {
    const server = await begun()
    void server.work.begin()
    void server.work.check(file)
    server.work.reset()
    server.work.refuse({ sentence: '请拖入一个 .xlsx 文件', hint: '' })
    expect(server.sends).toHaveLength(2)
    expect(server.work.state().step).toBe('write')
  })

  it('cannot be started without a check', async () => {
    const server = scripted()
    await server.work.begin()
    expect(server.sends).toHaveLength(0)
  })

  it('shows its progress, and continues after a failed progress request', async () => {
    const server = await begun()
    let asks = 0
    server.answerProgress(() => ((asks += 1) === 1 ? Promise.reject(unreachable()) : Promise.resolve({ stage: 'writing', done: 2, total: 3 })))
    await server.settled()
    expect(server.work.state()).toMatchObject({ step: 'write', progress: { stage: 'writing', done: 2 } })
  })

  it('stops polling when finished', async () => {
    const server = await begun()
    let asks = 0
    server.answerProgress(() => {
      asks += 1
      return Promise.resolve({ stage: 'writing', done: 1, total: 3 })
    })
    await server.settled()
    server.last().resolve(checked)
    await server.settled()
    const asked = asks
    await server.settled()
    expect(asks).toBe(asked)
    expect(server.work.state().step).toBe('done')
  })

  it('lists invalid rows of a check with their true number', async () => {
    const server = scripted()
    void server.work.check(file)
    const refusal = {
      message: '共 1,523 处错误',
      errors: [{ row: 12, column: '证件号', message: '末尾数字可能已丢失', value: '', place: '', owner: '' }],
      errorCount: 1_523,
    }
    server.last().reject(refused('workbook.wrongRows', '', refusal))
    await server.settled()
    expect(server.work.state()).toEqual({ step: 'wrongRows', file, refusal, jobId: 'job-1', drafts: [] })
  })

  it('asks for unrecognised columns, and keeps the mapping for check and import', async () => {
    const server = scripted()
    void server.work.check(file)
    const unknown = { columns: ['楼'], needed: ['building'], headerrow: 1, headers: [{ text: '楼', field: '' }] }
    server.last().reject(refused('workbook.noHeader', '只缺少列：楼栋', unknown))
    await server.settled()
    expect(server.work.state()).toEqual({ step: 'columns', file, sentence: '只缺少列：楼栋', unknown })
    const named = { ...file, mapping: { 楼: 'building' } }
    void server.work.check(named)
    server.last().resolve(checked)
    await server.settled()
    void server.work.begin()
    expect(server.sends.map((sent) => sent.file.mapping)).toEqual([undefined, named.mapping, named.mapping])
  })

  it('shows the message of a sheet whose columns cannot be mapped', async () => {
    const server = scripted()
    void server.work.check(file)
    server.last().reject(refused('workbook.noHeader', '未找到表头', { columns: [], needed: ['building'], headerrow: null, headers: [] }))
    await server.settled()
    expect(server.work.state()).toMatchObject({ step: 'failed', sentence: '未找到表头' })
  })

  it('shows the message of any other refusal, and keeps the file', async () => {
    const server = scripted()
    void server.work.check(file)
    server.last().reject(refused('workbook.damaged', '文件已损坏，无法读取，请用 WPS/Excel 重新保存后再试'))
    await server.settled()
    expect(server.work.state()).toEqual({ step: 'failed', during: 'check', file, sentence: '文件已损坏，无法读取，请用 WPS/Excel 重新保存后再试' })
  })

  it('reports a failed upload with its cause', async () => {
    const server = scripted()
    void server.work.check(file)
    server.last().reject(unreachable())
    await server.settled()
    expect(server.work.state()).toEqual({ step: 'failed', during: 'check', file, sentence: '上传失败：无法连接服务器' })
  })

  it('ignores the answer of a check that the user has left', async () => {
    const server = scripted()
    void server.work.check(file)
    const first = server.last()
    void server.work.check({ ...file, name: '另一个.xlsx' })
    first.resolve({ ...checked, inserted: 99 })
    await server.settled()
    expect(server.work.state()).toMatchObject({ step: 'check', file: { name: '另一个.xlsx' } })
  })
})

describe('cancelling an import', () => {
  it('ends a check at once', async () => {
    const server = scripted()
    void server.work.check(file)
    await server.work.cancel()
    expect(server.work.state()).toMatchObject({ step: 'cancelled', during: 'check' })
    expect(server.cancelled).toEqual(['job-1'])
  })

  it('ends an import only when the server has released it', async () => {
    const server = await begun()
    await server.work.cancel()
    expect(server.cancelled).toEqual(['job-2'])
    expect(server.work.state()).toMatchObject({ step: 'write', isCancelling: true })
    server.last().reject(refused('job.cancelled', '已取消，未写入任何数据'))
    await server.settled()
    expect(server.work.state().step).toBe('cancelled')
    expect(server.written()).toBe(0)
  })

  it('shows the success if it came too late', async () => {
    const server = await begun()
    await server.work.cancel()
    server.last().resolve(checked)
    await server.settled()
    expect(server.work.state().step).toBe('done')
  })

  it('can be retried if it was not received', async () => {
    const server = await begun()
    server.answerCancel(() => Promise.reject(unreachable()))
    await server.work.cancel()
    expect(server.work.state()).toMatchObject({ step: 'write', isCancelling: false })
  })
})

describe('a server outage during an import', () => {
  async function lost() {
    const server = await begun()
    server.last().reject(unreachable())
    await server.settled()
    return server
  }

  it('leaves the result unknown, and says that lists may be stale', async () => {
    const server = await lost()
    expect(server.work.state()).toMatchObject({ step: 'unknown', jobId: 'job-2' })
    expect(server.written()).toBe(1)
  })

  it('asks for the job: finished means written', async () => {
    const server = await lost()
    const answers: JobProgress['stage'][] = ['writing', 'finished']
    server.answerProgress(() => Promise.resolve({ stage: answers.shift() ?? 'finished', done: 3, total: 3 }))
    await server.work.findOut()
    expect(server.work.state()).toMatchObject({ step: 'done', result: null })
  })

  it('rechecks the file if the job is forgotten: no new properties means written', async () => {
    const server = await lost()
    const finding = server.work.findOut()
    await server.settled()
    expect(server.last()).toMatchObject({ isDryRun: true })
    expect(server.cancelled).toEqual(['job-2'])
    server.last().resolve({ ...checked, inserted: 0, updated: 3 })
    await finding
    expect(server.work.state()).toMatchObject({ step: 'checked', lost: 'written' })
  })

  it('leaves the result unknown while it continues', async () => {
    const server = await lost()
    server.answerProgress(() => Promise.reject(unreachable()))
    await server.work.findOut()
    expect(server.work.state()).toMatchObject({ step: 'unknown', isAsking: false })
  })

  it('leaves the result unknown if it recurs during the second check', async () => {
    const server = await lost()
    const finding = server.work.findOut()
    await server.settled()
    server.last().reject(unreachable())
    await finding
    expect(server.work.state()).toMatchObject({ step: 'unknown', jobId: 'job-2', check: { inserted: 2 } })
  })

  it('cannot be resolved for a file that only updates', () => {
    expect(verdictAfterLoss({ ...checked, inserted: 0 }, { ...checked, inserted: 0 })).toBe('unclear')
    expect(verdictAfterLoss(checked, checked)).toBe('notWritten')
    expect(verdictAfterLoss(checked, { ...checked, inserted: 0 })).toBe('written')
    expect(verdictAfterLoss(checked, { ...checked, inserted: 1 })).toBe('unclear')
  })
})
