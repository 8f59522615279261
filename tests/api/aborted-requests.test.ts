import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import type { ReportMaker } from '../../src/server/features/result/report/maker.ts'
import { good, makeActivityA, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { APP_HEADERS, madeBefore, serverForAll } from '../support/server.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

onBothDatabases('a client that disconnects before the response', (engine) => {
  let url: string
  /** Number of reports being made, and why the last one stopped. */
  const making = { begun: 0, stopped: '' }
  // Replaces the worker (run by tests/api/report.test.ts) with one that never ends unless it is told to stop.
  const endless: ReportMaker = {
    make: ({ signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        making.begun += 1
        onProgress(1, 10)
        signal.addEventListener('abort', () => {
          making.stopped = (signal.reason as Error).message
          reject(signal.reason as Error)
        })
      }),
  }
  const server = serverForAll(engine, { reports: endless })
  const member = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`
  })

  const headers = () => ({ 'x-app-id': APP_HEADERS['x-app-id'], 'x-auth-id': member.token })
  const stageOf = async (jobid: string) => good(await member.get('/job/progress', { jobid })) as { stage: string; done: number }
  async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const entries = async (action: string): Promise<number> => good(await member.get('/audit/list', { action })).totalCount

  it('stops making a report when the client disconnects, and journals no export', async () => {
    const { activityId } = await makeActivityA(server, member)
    await takeSteps(member, activityId, 'start')
    const client = new AbortController()
    const asked = fetch(`${url}/vote/report?voteActivityId=${activityId}&jobid=r-1`, { headers: headers(), signal: client.signal }).catch(() => 'gone')
    await until(() => making.begun === 1)
    expect((await stageOf('r-1')).stage).toBe('writing')
    client.abort()
    expect(await asked).toBe('gone')
    await until(async () => (await stageOf('r-1')).stage === 'cancelled')
    expect(making.stopped).toBe('the client is gone')
    expect(await entries('result.report')).toBe(0)
  })

  it('rolls back a half-written import when the client disconnects', async () => {
    const { estateid: estateId } = good(await member.post('/vtestate/save', { name: '断线小区', addr: '路' }))
    const bytes = await propertyWorkbook(8_000)
    const send = (jobid: string, signal?: AbortSignal) => {
      const form = new FormData()
      form.append('estateId', estateId as string)
      form.append('jobid', jobid)
      form.append('uploadfile', new File([Uint8Array.from(bytes)], '房产.xlsx'))
      return fetch(`${url}/vtpropertyinfo/importpropertyinfo`, { method: 'POST', headers: headers(), body: form, ...(signal ? { signal } : {}) })
    }
    const client = new AbortController()
    const asked = send('i-1', client.signal).catch(() => 'gone')
    await until(async () => {
      const { stage, done } = await stageOf('i-1')
      expect(['waiting', 'reading', 'checking', 'writing']).toContain(stage)
      return stage === 'writing' && done > 0
    })
    client.abort()
    expect(await asked).toBe('gone')
    await until(async () => (await stageOf('i-1')).stage === 'cancelled')
    expect(good(await member.get('/vtpropertyinfo/list', { estateId })).totalCount).toBe(0)
    expect(await entries('property.import')).toBe(0)

    expect((await (await send('i-2')).json()).data).toEqual({ total: 8_000, inserted: 8_000, updated: 0 })
  }, 60_000)

  it('treats a disconnect after the response like any answered call: the change stays', async () => {
    const response = await fetch(`${url}/vtestate/save`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ name: '答复后断开', addr: '路' }),
    })
    expect(((await response.json()) as { code: number }).code).toBe(200)
    expect(good(await member.get('/vtestate/list', { pageSize: 50 })).datas.map(({ name }: { name: string }) => name)).toContain('答复后断开')
  })
})
