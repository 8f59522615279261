import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { beforeAll, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { makeBundledVote } from '../support/bundledVote.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { APP_HEADERS, confirm, madeBefore, serverForAll } from '../support/server.ts'

const END = Buffer.from('504b0506', 'hex')
const REASON = '已取消或连接中断，文件不完整'

onBothDatabases('a cancelled bundle', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let activityId: string
  let url: string
  beforeAll(async () => {
    // More than the socket buffers of both sides hold: it continues only as fast as it is read.
    activityId = await makeBundledVote(server, admin, { pictureBytes: 4_900_000, moreDeliveries: 8 })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/evidence/bundle`
    await confirm(admin)
  })

  /** The response, unread. */
  async function begun(jobid: string): Promise<IncomingMessage> {
    const headers = { 'x-app-id': APP_HEADERS['x-app-id'], 'x-auth-id': admin.token }
    const query = new URLSearchParams({ voteactivityid: activityId, edition: 'court', purpose: '核对', jobid })
    const [response] = (await once(get(`${url}?${query.toString()}`, { headers, agent: false }), 'response')) as [IncomingMessage]
    return response
  }
  const stageOf = async (jobid: string): Promise<string> => good(await admin.get('/job/progress', { jobid })).stage
  async function untilStage(jobid: string, stage: string): Promise<void> {
    while ((await stageOf(jobid)) !== stage) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  /** Reads the response to its end, and whether it ended properly. */
  async function rest(response: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
    const pieces: Buffer[] = []
    try {
      for await (const piece of response) pieces.push(piece as Buffer)
    } catch {
      return { bytes: Buffer.concat(pieces), isWhole: false }
    }
    return { bytes: Buffer.concat(pieces), isWhole: response.complete }
  }
  const entries = () => entriesOf(admin, { action: 'evidence.bundle' })
  async function untilEntries(count: number): Promise<void> {
    while ((await entries()).length !== count) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('has no end record when cancelled, and its entry says so', async () => {
    const response = await begun('b-1')
    expect(response.headers['content-type']).toBe('application/zip')
    expect(await stageOf('b-1')).toBe('writing')
    good(await admin.post('/job/cancel', { jobid: 'b-1' }))
    const { bytes, isWhole } = await rest(response)
    expect(isWhole).toBe(false)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.includes(END)).toBe(false)
    await untilStage('b-1', 'cancelled')
    await untilEntries(1)
    const [entry] = await entries()
    expect(entry.after).toEqual({ activityId, activityTitle: '业主大会"表决"', edition: 'court', purpose: '核对', reason: REASON })
    const { datas } = good(await admin.get('/audit/checkpoints', { voteactivityid: activityId }))
    expect((datas as { checkpoint: { kind: string } }[]).map(({ checkpoint }) => checkpoint.kind)).not.toContain('bundle')
  })

  it('stops when the connection closes, as when cancelled', async () => {
    const response = await begun('b-2')
    expect(await stageOf('b-2')).toBe('writing')
    response.destroy()
    await untilStage('b-2', 'cancelled')
    await untilEntries(2)
    expect((await entries())[0].after.reason).toBe(REASON)
  })

  it('is refused without a journal entry if cancelled before its first byte', async () => {
    good(await admin.post('/job/cancel', { jobid: 'b-3' }))
    const response = await begun('b-3')
    expect(response.headers['content-type']).toContain('json')
    expect(JSON.parse((await rest(response)).bytes.toString())).toMatchObject({ code: 402, data: '已取消，未写入任何数据' })
    expect(await entries()).toHaveLength(2)
  })

  it('is complete when requested again', async () => {
    const response = await begun('b-4')
    const { bytes, isWhole } = await rest(response)
    expect({ isWhole, hasEnd: bytes.subarray(-22).indexOf(END) }).toEqual({ isWhole: true, hasEnd: 0 })
    expect(await stageOf('b-4')).toBe('finished')
    expect((await entries())[0].after.byteCount).toBe(bytes.length)
  })
})
