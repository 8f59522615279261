// npm run demo: a data folder with a demonstration estate, filled through the server's own calls.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { demoProperties } from './demo-properties.mjs'
import { root } from './project.mjs'

const ACCOUNT = { username: 'demo', password: 'orchid7714' }

/** Prepares the demonstration once, says how to log in, and answers the arguments that open it. */
export async function prepareDemo() {
  const folder = join(root, '.data', 'demo')
  if (!existsSync(folder)) {
    process.stderr.write('正在准备演示小区（约 1,200 套房产）……\n')
    const making = `${folder}.new`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(join(making, 'data'), { recursive: true })
    await fill(join(making, 'data'))
    renameSync(making, folder)
  }
  process.stderr.write(`演示账号：${ACCOUNT.username}    密码：${ACCOUNT.password}    （验证码看登录页上的图片）\n`)
  return [`--user-data-dir=${folder}`]
}

async function fill(dataFolder) {
  // The development server has fixed codes, so that the script can register; it listens on this computer only.
  const server = spawn(process.execPath, [join(root, 'src/server/entry/dev.ts'), '--port', '0', '--data', dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', (line) => resolve(JSON.parse(line).url))
      void ended.then(() => reject(new Error('演示数据的服务器无法启动')))
    })
    await fillThrough(createCalls(url))
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Calls of the server as any client makes them; a refusal ends the script with its sentence. */
function createCalls(url) {
  const headers = { 'x-app-id': 'community-vote-console' }
  const call = async (path, options = {}) => {
    const response = await fetch(`${url}/api${path}`, { ...options, headers: { ...headers, ...options.headers } })
    if (!response.headers.get('content-type')?.includes('json')) return null
    const answer = await response.json()
    if (answer.code !== 200) throw new Error(answer.message)
    return answer.data
  }
  return {
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`),
    post: (path, body) => call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    upload: (path, body) => call(path, { method: 'POST', body }),
    logInWith(token) {
      headers['x-auth-id'] = token
    },
  }
}

async function fillThrough(calls) {
  const { username, password } = ACCOUNT
  const [phone, bizid] = ['13800000000', 'demo']
  await calls.get('/imgcaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid })
  await calls.get('/smscaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid, imgcaptcha: '0000', phone })
  await calls.post('/unifiedUser/register', {
    username,
    nickName: '演示管理员',
    sex: 0,
    password,
    confirmpsw: password,
    phone,
    captcha: '0000',
    smscaptcha: '000000',
    setupcode: '00000000',
    biztype: 'REGISTER_IMGCAPTCHA',
    bizid,
  })
  await calls.get('/imgcaptcha', { biztype: 'LOGIN_IMGCAPTCHA', bizid })
  calls.logInWith((await calls.post('/login', { username, password, captcha: '0000', bizid })).authId)

  const [street] = await calls.get('/dictionary/getdivision', { upcode: '330106' })
  const { estateid } = await calls.post('/vtestate/save', {
    name: '翠湖花园',
    addr: '翠湖路16号',
    provinceid: '33',
    cityid: '3301',
    areaid: '330106',
    subdistrictid: street.code,
  })
  const form = new FormData()
  form.append('estateId', estateid)
  form.append('uploadfile', new File([await workbook(demoProperties())], '房产.xlsx'))
  await calls.upload('/vtpropertyinfo/importpropertyinfo', form)
  await holdVote(calls, estateid)
}

/** `YYYY-MM-DD HH:mm:ss` in China standard time, so many days from now. */
const daysFromNow = (days) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A vote under way: about half have voted, some paper ballots are marked, some owners were visited. */
async function holdVote(calls, estateid) {
  const topic = (title, more = {}) => ({ title, topictype: 1, votetype: 15, ...more })
  const { voteactivityid } = await calls.post('/votedef/save', {
    title: '2026年第一次业主大会会议',
    estateid,
    votetype: 1,
    startdate: daysFromNow(-3),
    enddate: daysFromNow(14),
    summary: '电梯更新、公共收益使用方案，以及选聘物业服务企业',
    detail: '请各位业主在投票期内表决。同一业主有多套房屋的，合并为一票，面积合计。',
    topics: [
      topic('是否同意使用维修资金更新三期电梯'),
      topic('是否同意公共收益用于更新照明和道闸'),
      topic('选聘物业服务企业', {
        topictype: 2,
        votetype: 14,
        options: [{ title: '甲物业服务有限公司' }, { title: '乙物业服务有限公司' }, { title: '丙物业服务有限公司' }],
      }),
    ],
  })
  const { topics } = await calls.get('/votedef/get', { id: voteactivityid })
  const paths = await calls.get('/vote/getvoteactivityxpaths', { voteactivityid })
  await calls.get('/votedef/startvote', { id: voteactivityid })
  const answers = (turn) =>
    topics.flatMap(({ votetopicid, options }) =>
      options.length === 0
        ? [{ votetopicid, voteresult: turn % 7 === 0 ? 3 : turn % 5 === 0 ? 2 : 1 }]
        : options.map(({ voteoptionid }, index) => ({ votetopicid, voteoptionid, voteresult: turn % 3 === index ? 1 : 2 })),
    )
  let turn = 0
  for (const path of paths) {
    const location = path
      .split('▶')
      .filter((part) => part !== '')
      .join('-')
    for (const voter of await calls.get('/vote/queryvotersbycondition', { voteactivityid, location })) {
      turn += 1
      const owner = { votername: voter.v1, votermobileno: voter.v2, voteridno: voter.v3 }
      if (turn % 11 === 0)
        await calls.post('/vote/savenotify', {
          activitypropertyid: voter.activitypropertyid,
          votesource: 1 + (turn % 4),
          notifytime: daysFromNow(-1),
          notifier: '演示管理员',
          remark: '',
        })
      if (turn % 20 < 9) await calls.post('/vote/do', { voteactivityid, ballotIds: [voter.ballotid], records: answers(turn), ...owner })
      else if (turn % 20 === 9)
        await calls.post('/vote/sign', {
          ballorighttid: voter.ballotid,
          voteactivityid,
          markedcode: `P${String(turn).padStart(4, '0')}`,
          votepropertyid: voter.votercode,
        })
    }
  }
}

async function workbook(properties) {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('房产信息')
  sheet.addRow(['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号'])
  for (const property of properties) {
    sheet.addRow([
      property.period,
      property.zone,
      property.building,
      property.unit,
      property.floor,
      property.room,
      property.area,
      property.ownerName,
      property.phone,
      property.idNumber,
    ])
  }
  return book.xlsx.writeBuffer()
}
