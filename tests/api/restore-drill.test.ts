import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverCode } from '../../build/scripts/server-code.mjs'
import { openDatabase } from '../../src/server/database/open.ts'
import { activityBody, askVote, good, makeActivity, makeEstate, takeSteps, topic } from '../support/activities.ts'
import { propertyAt, httpRoster, openNow, placeInWords } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'

const root = join(import.meta.dirname, '../..')
let top: string
let data: string
let copy: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'vote-drill-'))
  data = join(top, 'data')
  copy = join(top, '备份.db')
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** Runs a server command line to its end. */
const command = (...args: string[]) => commandWith({}, ...args)
async function commandWith(variables: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [serverCode('standalone'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  })
  let [output, complaint] = ['', '']
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.trim(), complaint: complaint.trim() }
}

it('backup, destroy, restore: votes and journal are as backed up, and nothing is acknowledged meanwhile', async () => {
  const work = async <T>(what: (client: HttpClient, server: ServerProcess) => Promise<T>): Promise<T> => {
    const server = await startProcess(['--data', data])
    try {
      return await what(httpClient(server.url, await memberToken(server.url)), server)
    } finally {
      await server.stop()
    }
  }
  const properties = [
    ['1-101', '张三', 100],
    ['1-102', '李四', 80],
    ['1-103', '王五', 60],
  ] as const
  const { activity, atTheCopy } = await work(async (client) => {
    const { estateId } = await makeEstate(client, properties)
    const made = await makeActivity(client, estateId, { ...activityBody(estateId), ...openNow(), topics: [topic('更换电梯')] })
    await takeSteps(client, made.activityId, 'start')
    const roster = await httpRoster(client, made.activityId)
    for (const property of ['1-101', '1-102']) good(await askVote(client, made, [propertyAt(roster, placeInWords(property))], '1'))
    return { activity: made, atTheCopy: good(await client.get('/audit/verify')) }
  })
  const progress = (client: HttpClient) => client.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId })

  const database = await openDatabase({ folder: data })
  await database.copyTo?.(copy)
  await database.close()

  const server = await startProcess(['--data', data])
  const client = httpClient(server.url, await memberToken(server.url))
  const roster = await httpRoster(client, activity.activityId)
  good(await askVote(client, activity, [propertyAt(roster, placeInWords('1-103'))], '2'))
  expect(await command('restore', copy, '--data', data)).toMatchObject({ code: 1, complaint: expect.stringMatching(/^数据库正由本机的另一个进程/) as string })
  await server.kill()

  // Destroyed in the middle of its contents.
  const handle = openSync(join(data, 'vote.db'), 'r+')
  const size = statSync(join(data, 'vote.db')).size
  for (let offset = 8_192; offset < size; offset += 16_384) writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, offset)
  closeSync(handle)
  rmSync(join(data, 'vote.db-wal'), { force: true })
  const refused = await command('--data', data, '--port', '0')
  expect(refused).toMatchObject({ code: 1, output: '' })
  expect(refused.complaint).toMatch(
    /^数据库文件已损坏，已原样移到 vote-damaged-\d{14}\.db，没有再写入任何内容，请恢复数据：npm run server -- restore 备份文件 --data 数据文件夹$/,
  )
  expect(await command('--data', data, '--port', '0')).toMatchObject({ code: 1, complaint: expect.stringContaining('请恢复数据') as string })

  const damaged = readdirSync(data).find((name) => /^vote-damaged-\d{14}\.db$/.test(name)) ?? ''
  expect(await command('restore', join(data, damaged), '--data', data)).toEqual({
    code: 1,
    output: '',
    complaint: '备份文件已损坏，没有恢复，数据没有改动，请换一份备份',
  })
  expect(await command('restore', copy, '--data', data)).toEqual({ code: 0, output: `已从 ${copy} 恢复数据`, complaint: '' })

  await work(async (restored) => {
    expect(good(await progress(restored))).toMatchObject({ totalcount: 3, votedcount: 2, votedarea: 180 })
    // The restore, and the login that verifies it.
    const { number, hash } = { number: atTheCopy.lastnumber as number, hash: atTheCopy.lasthash as string }
    expect(good(await restored.get('/audit/verify', { number, hash }))).toMatchObject({ intact: true, printed: 'found', lastnumber: number + 2 })
    expect(good(await restored.get('/audit/list', { action: 'system.restore', pageNo: 1, pageSize: 10 })).totalCount).toBe(1)
    const again = await httpRoster(restored, activity.activityId)
    good(await askVote(restored, activity, [propertyAt(again, placeInWords('1-103'))], '2'))
    expect(good(await progress(restored)).votedcount).toBe(3)
  })
  await work(async (restored) => expect(good(await restored.get('/audit/list', { action: 'system.restore', pageNo: 1, pageSize: 10 })).totalCount).toBe(1))
})

it('an encrypted backup is restored only with its password, from a file or a variable', async () => {
  const folder = join(top, 'encrypted')
  const [encrypted, file] = [join(top, '备份.vtbackup'), join(top, 'password.txt')]
  const server = await startProcess(['--data', folder])
  await memberToken(server.url)
  await server.stop()
  const database = await openDatabase({ folder })
  await database.copyTo?.(encrypted, 'forest 1902')
  await database.close()
  const needed = '这份备份已用密码加密，请用 --password-file 指定写有密码的文件，或用环境变量 VOTE_BACKUP_PASSWORD 给出密码'
  const wrong = '备份的密码不正确，没有恢复，数据没有改动，请重新输入'
  const restore = ['restore', encrypted, '--data', folder]

  expect(await command(...restore)).toEqual({ code: 1, output: '', complaint: needed })
  expect(await command(...restore, '--password', 'forest 1902')).toMatchObject({ code: 1, output: '' })
  expect(await command(...restore, '--password-file', file)).toEqual({ code: 1, output: '', complaint: `无法读取启动参数 --password-file 指定的文件 ${file}` })
  expect(await commandWith({ VOTE_BACKUP_PASSWORD: 'forest 1903' }, ...restore)).toEqual({ code: 1, output: '', complaint: wrong })
  expect(readdirSync(folder).filter((name) => name.startsWith('vote-replaced-'))).toEqual([])

  writeFileSync(file, 'forest 1902\r\n')
  expect(await command(...restore, '--password-file', file)).toMatchObject({ code: 0, complaint: '' })
  expect(await commandWith({ VOTE_BACKUP_PASSWORD: 'forest 1902' }, ...restore)).toMatchObject({ code: 0, complaint: '' })
  expect(readdirSync(folder).filter((name) => name.startsWith('vote-replaced-'))).toHaveLength(2)
  const again = await startProcess(['--data', folder])
  expect(good(await httpClient(again.url, '').get('/health'))).toMatchObject({ hasAccounts: true })
  await again.stop()
})

it.each([
  [[], '请写明要恢复的备份文件和数据文件夹：restore 备份文件 --data 数据文件夹'],
  [['a.db', 'b.db'], '请写明要恢复的备份文件和数据文件夹：restore 备份文件 --data 数据文件夹'],
  [['a.db', '--port', '1'], '请写明要恢复的备份文件和数据文件夹：restore 备份文件 --data 数据文件夹'],
  [['/no/such.db', '--data', '/tmp/vote-nowhere'], '找不到备份文件 /no/such.db，数据没有改动'],
  [
    ['a.db', '--database', 'postgres://127.0.0.1/x'],
    '数据在 PostgreSQL 中，请用 pg_restore 恢复；要恢复内置数据库，请先去掉 --database、--database-file 和 VOTE_DATABASE_URL',
  ],
  [
    ['a.db', '--database', 'postgres://vote:secret@127.0.0.1/x'],
    '数据库密码不能写在命令行里，本机的其他用户能看到：请改用环境变量 VOTE_DATABASE_URL，或用 --database-file 指定写有地址的文件',
  ],
])('restore %j is refused with a sentence', async (args, sentence) =>
  expect(await command('restore', ...args)).toEqual({ code: 1, output: '', complaint: sentence }),
)
