// npm run demo: a data folder with a demonstration estate, filled through the server's own calls.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { confineClerk } from './demo-beside.mjs'
import { demoRegistry } from './demo-properties.mjs'
import { decideGates, decideRules, electCommittee, holdMeeting } from './demo-votes.mjs'
import { beginFolder, replaceFolder } from './folders.mjs'
import { root } from './project.mjs'

const ACCOUNT = { username: 'demo', password: 'orchid7714' }

/** Prepares the demonstration once, prints how to log in, and returns the arguments that open it. */
export async function prepareDemo() {
  const folder = join(root, '.data', 'demo')
  if (!existsSync(folder)) {
    process.stderr.write('正在准备演示小区（约 1,200 套房产、60 张扫描的选票，约需两分钟）……\n')
    const making = await beginFolder(folder)
    mkdirSync(join(making, 'data'))
    await fill(join(making, 'data'))
    await replaceFolder(making, folder)
  }
  process.stderr.write(`演示账号：${ACCOUNT.username}    密码：${ACCOUNT.password}    （验证码看登录页上的图片）\n`)
  return [`--user-data-dir=${folder}`]
}

async function fill(dataFolder) {
  // The development server has fixed codes, so that the script can register; it listens on this computer only.
  const gateway = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const options = ['--port', '0', '--data', dataFolder, '--sms-gateway', `http://127.0.0.1:${gateway.address().port}/`]
  const server = spawn(process.execPath, [join(root, 'src/server/entry/dev.ts'), ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
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
    gateway.close()
    gateway.closeAllConnections()
  }
}

/** API calls like any client's; a refusal ends the script with its message. */
function createCalls(url) {
  const headers = { 'x-app-id': 'community-vote-console' }
  const call = async (path, options = {}) => {
    const response = await fetch(`${url}/api${path}`, { ...options, headers: { ...headers, ...options.headers } })
    if (!response.headers.get('content-type')?.includes('json')) return null
    const answer = await response.json()
    if (answer.code !== 200) throw new Error(answer.message)
    return answer.data
  }
  const post = (path, body) => call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    async file(path, query) {
      const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, { headers })
      return response.arrayBuffer()
    },
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`),
    post,
    confirm: () => post('/account/confirm', { password: ACCOUNT.password }),
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
  form.append('uploadfile', new File([await workbook(demoRegistry())], '房产.xlsx'))
  await calls.upload('/vtpropertyinfo/importpropertyinfo', form)
  await decideRules(calls, estateid)
  await decideGates(calls, estateid)
  await holdMeeting(calls, estateid)
  await electCommittee(calls, estateid)
  await confineClerk(calls, { estateid, password })
}

/** The occupancy of some properties, and remarks for visitors. */
function doorOf(index) {
  if (index % 211 === 7) return ['已售未过户', '买方电话在前台']
  if (index % 29 === 3) return ['空置', index % 2 === 0 ? '钥匙在物业' : '']
  if (index % 7 === 2) return ['出租', index % 3 === 0 ? '租客晚上在家' : '']
  return [index % 3 === 0 ? '自住' : '', '']
}

/** Some owners also have a landline. */
const phoneOf = ({ phone }, index) => (index % 53 === 5 && !phone.includes('/') ? `${phone}+0571-8795${String(1_000 + index)}` : phone)

async function workbook(properties) {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('房产信息')
  sheet.addRow(['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号', '用途', '面积依据', '居住状态', '备注'])
  for (const [index, property] of properties.entries()) {
    sheet.addRow([
      property.period,
      property.zone,
      property.building,
      property.unit,
      property.floor,
      property.room,
      property.area,
      property.ownerName,
      phoneOf(property, index),
      property.idNumber,
      property.category ?? '住宅',
      property.areaSource ?? '登记',
      ...doorOf(index),
    ])
  }
  return book.xlsx.writeBuffer()
}
