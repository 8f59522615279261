import { goAroundDoors, lookUp, publishFigures } from './demo-beside.mjs'
import { scanPapers } from './demo-scans.mjs'

// The demonstration estate's votes, held through the server's API: a current meeting, and a finished election.

/** `YYYY-MM-DD HH:mm:ss` in China standard time, that many days from now. */
const daysFromNow = (days) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Article 278 of the Civil Code, first paragraph, by topic. */
const LAW_ITEMS = { committee: 3, company: 4, renovation: 5, lease: 8, other: 9 }

const topicOf = (title, more = {}) => ({ title, topictype: 1, votetype: 15, ...more })
const ownerOf = (voter) => ({ votername: voter.v1, votermobileno: voter.v2, voteridno: voter.v3 })

/** The owners' rules for votes: a former version, and the one in force, used by the meeting. */
export async function decideRules(calls, estateid) {
  const rules = {
    estateid,
    title: '翠湖花园业主大会议事规则',
    votetype: 5,
    rulebasis: '《业主大会议事规则》第十六条',
    deliverypolicy: ACCEPTED_WAYS,
    proxylimit: 3,
    seatorder: 1,
    noticedays: 15,
    clauses: { votetype: '第十六条', deliverypolicy: '第十二条至第十四条', proxylimit: '第二十条', seatorder: '第十八条', noticedays: '第九条' },
    files: [],
  }
  await calls.post('/estaterules/save', { ...rules, effectivefrom: '2021-06-01', votetype: 1, rulebasis: '', noticedays: 7 })
  await calls.post('/estaterules/save', { ...rules, title: `${rules.title}（2025年修订）`, effectivefrom: '2025-09-01' })
}

/** A current vote: a mixed agenda, papers in every state, proxies, an extension; about half have voted. */
export async function holdMeeting(calls, estateid) {
  const { datas } = await calls.get('/estaterules/list', { estateid, inforce: '1' })
  const { voteactivityid } = await calls.post('/votedef/save', {
    title: '2026年第一次业主大会会议',
    estateid,
    votetype: 5,
    rulebasis: '《业主大会议事规则》第十六条',
    deliverypolicy: ACCEPTED_WAYS,
    startdate: daysFromNow(-3),
    enddate: daysFromNow(7),
    summary: '电梯更新、大堂广告，以及选聘物业服务企业',
    detail: '请各位业主在投票期内表决。同一业主有多套房屋的，合并为一票，面积合计。',
    proxylimit: 3,
    rulesid: datas[0].rulesid,
    topics: [
      topicOf('是否同意使用维修资金更新三期电梯', { lawitem: LAW_ITEMS.renovation }),
      topicOf('是否同意利用大堂和电梯经营广告', { lawitem: LAW_ITEMS.lease }),
      topicOf('选聘物业服务企业', {
        topictype: 2,
        votetype: 14,
        lawitem: LAW_ITEMS.company,
        seats: 1,
        seatorder: 1,
        options: [{ title: '甲物业服务有限公司' }, { title: '乙物业服务有限公司' }, { title: '丙物业服务有限公司' }],
      }),
    ],
  })
  const { topics } = await calls.get('/votedef/get', { id: voteactivityid })
  const paths = await calls.get('/vote/getvoteactivityxpaths', { voteactivityid })
  await calls.get('/votedef/startvote', { id: voteactivityid })
  await calls.post('/votedef/extend', { id: voteactivityid, enddate: daysFromNow(14), reason: '部分业主在外地，收回的选票尚未达到三分之二' })
  // The last unit votes on paper, another by its agents, and two have their papers scanned.
  const [paperPath, agentPath, ...scannedPaths] = [paths.at(-1), paths.at(-2), paths.at(-3), paths.at(-4)]
  for (const [index, path] of paths.slice(0, -4).entries()) await voteAtDesk(calls, { voteactivityid, topics, path, series: index + 1 })
  await handOutPapers(calls, { voteactivityid, topics, path: paperPath })
  await appointAgents(calls, { voteactivityid, topics, path: agentPath })
  await scanPapers(calls, { voteactivityid, papers: await returnPapers(calls, { voteactivityid, paths: scannedPaths }) })
  await goAroundDoors(calls, voteactivityid)
}

/** Papers of some units, handed out and returned except a few. */
async function returnPapers(calls, { voteactivityid, paths }) {
  const returned = []
  for (const xpath of paths) {
    const { papers } = await calls.post('/paper/issue', { voteactivityid, xpath })
    const some = papers.slice(0, -12)
    const codes = some.map(({ code }) => code)
    await calls.post('/paper/out', { voteactivityid, codes })
    await calls.post('/paper/receive', { voteactivityid, codes, receivedat: daysFromNow(-0.1) })
    returned.push(...some)
  }
  return returned
}

/** Some of a unit's owners vote at the desk, some papers are marked by hand, some owners are visited. */
async function voteAtDesk(calls, { voteactivityid, topics, path, series }) {
  for (const [turn, voter] of (await votersOf(calls, voteactivityid, path)).entries()) {
    if (turn % 11 === 4 || turn % 20 === 15 || turn % 20 === 17) await deliver(calls, voter, turn)
    if (turn % 20 < 10) await calls.post('/vote/do', { voteactivityid, ballotIds: [voter.ballotid], records: answers(topics, turn), ...ownerOf(voter) })
    else if (turn % 20 === 10)
      await calls.post('/vote/sign', {
        ballorighttid: voter.ballotid,
        voteactivityid,
        markedcode: `P${String(series).padStart(2, '0')}${String(turn).padStart(2, '0')}`,
        votepropertyid: voter.votercode,
      })
  }
}

/** The estate's delivery policy, with the required evidence of each method. */
const ACCEPTED_WAYS = [
  { method: 1, clause: '第十二条', evidence: ['receipt'], days: 0 },
  { method: 2, clause: '第十二条', evidence: [], days: 0 },
  { method: 4, clause: '第十三条', evidence: ['trackingno'], days: 0 },
  { method: 6, clause: '第十四条', evidence: ['notice'], days: 7 },
]

/** Some deliveries have all evidence, some lack some, some have none. */
const evidenceOf = (voter, turn) =>
  [
    { votesource: 2, method: 1, receiver: voter.v1, relation: 1 },
    { votesource: 5, method: 4, trackingno: `EMS${String(10_000_000 + turn)}` },
    { votesource: 2, method: 2, receiver: '门卫', relation: 3 },
    { votesource: 1 },
  ][Math.floor(turn / 3) % 4]

const deliver = (calls, voter, turn) =>
  calls.post('/vote/savenotify', {
    activitypropertyid: voter.activitypropertyid,
    notifytime: daysFromNow(-1),
    notifier: '演示管理员',
    remark: '',
    ...evidenceOf(voter, turn),
  })

/** All voters of a path, up to 50. */
function everyVoterOf(calls, voteactivityid, path) {
  const location = path
    .split('▶')
    .filter((part) => part !== '')
    .join('-')
  return calls.get('/vote/queryvotersbycondition', { voteactivityid, location })
}

/** The voters of a path who have not voted: several properties of one owner are one ballot. */
async function votersOf(calls, voteactivityid, path) {
  const voters = await everyVoterOf(calls, voteactivityid, path)
  return [...new Map(voters.filter(({ ballotstatus }) => ballotstatus === -1).map((voter) => [voter.ballotid, voter])).values()]
}

const answers = (topics, turn) =>
  topics.flatMap(({ votetopicid, options }) =>
    options.length === 0
      ? [{ votetopicid, voteresult: turn % 7 === 0 ? 3 : turn % 5 === 0 ? 2 : 1 }]
      : options.map(({ voteoptionid }, index) => ({ votetopicid, voteoptionid, voteresult: turn % 3 === index ? 1 : 2 })),
  )

/** Papers in every state: printed, handed out, returned, counted, lost and replaced, spoiled. */
async function handOutPapers(calls, { voteactivityid, topics, path }) {
  const { papers } = await calls.post('/paper/issue', { voteactivityid, xpath: path })
  const codes = papers.map(({ code }) => code)
  const out = codes.slice(0, Math.floor(codes.length * 0.7))
  await calls.post('/paper/out', { voteactivityid, codes: out })
  const returned = out.slice(0, Math.floor(out.length * 0.6))
  await calls.post('/paper/receive', { voteactivityid, codes: returned, receivedat: daysFromNow(-0.1) })
  const voters = new Map((await everyVoterOf(calls, voteactivityid, path)).map((voter) => [voter.ballotid, voter]))
  for (const [turn, code] of returned.slice(0, Math.floor(returned.length / 2)).entries()) {
    const voter = voters.get(papers.find((paper) => paper.code === code).ballotid)
    await calls.post('/vote/do', { voteactivityid, ballotIds: [voter.ballotid], records: answers(topics, turn), ...ownerOf(voter) })
  }
  await calls.post('/paper/replace', { voteactivityid, code: out.at(-1), reason: '业主遗失，已登记换发' })
  await calls.post('/paper/spoil', { voteactivityid, codes: [codes.at(-1)], reason: '打印模糊' })
}

/** Two owners vote by their agents; a third has revoked the appointment. */
async function appointAgents(calls, { voteactivityid, topics, path }) {
  const voters = (await votersOf(calls, voteactivityid, path)).slice(0, 3)
  const proxies = []
  for (const [index, voter] of voters.entries()) {
    const { proxyid } = await calls.post('/proxy/save', {
      voteactivityid,
      ballotid: voter.ballotid,
      agentname: index < 2 ? '陈静' : '林涛',
      agentphone: index < 2 ? '13900002211' : '13900002212',
      agentidno: '',
      votetopicids: [],
      validuntil: daysFromNow(14),
      pics: [],
    })
    proxies.push(proxyid)
  }
  await calls.post('/vote/do', {
    voteactivityid,
    ballotIds: [voters[0].ballotid],
    records: answers(topics, 1),
    proxyid: proxies[0],
    votername: '陈静',
    votermobileno: '13900002211',
    voteridno: '',
  })
  await calls.post('/proxy/revoke', { proxyid: proxies[2], reason: '业主改为亲自投票' })
}

/** A close finished vote of one building: it passes, but not if silence abstains; worth a 结论体检. */
export async function decideGates(calls, estateid) {
  const [period] = await calls.get('/vtestate/getestatenodes', { estateid })
  const building = firstBuilding(period)
  const { voteactivityid } = await calls.post('/votedef/save', {
    title: `${building.label}门禁改造表决`,
    estateid,
    votetype: 1,
    startdate: daysFromNow(-20),
    enddate: daysFromNow(1),
    summary: '更换单元门禁，费用从维修资金列支',
    detail: '仅本栋业主参加表决。',
    scopeNodes: [building.id],
    topics: [
      topicOf('是否同意使用维修资金更换单元门禁', { lawitem: LAW_ITEMS.renovation }),
      topicOf('是否同意加装电动自行车梯控', { lawitem: LAW_ITEMS.other }),
    ],
  })
  const { topics } = await calls.get('/votedef/get', { id: voteactivityid })
  await calls.get('/votedef/startvote', { id: voteactivityid })
  let turn = 0
  let first
  for (const path of await calls.get('/vote/getvoteactivityxpaths', { voteactivityid })) {
    for (const voter of await votersOf(calls, voteactivityid, path)) {
      turn += 1
      first ??= voter
      if (turn % 4 === 3) await deliver(calls, voter, turn)
      if (turn % 4 !== 3 || turn % 32 === 3) await voteOnGates(calls, { voteactivityid, topics, voter, turn })
    }
  }
  await calls.get('/votedef/finishVote', { id: voteactivityid })
  await correctOne(calls, { voteactivityid, topics, voter: first })
  await lookUp(calls, voteactivityid, first)
}

/** Two approving owners object that their papers were misread, the first rightly: the correction is beside the record. */
async function correctOne(calls, { voteactivityid, topics, voter }) {
  const { objectionid } = await calls.post('/objection/save', {
    voteactivityid,
    kind: 2,
    ballotid: voter.ballotid,
    votetopicids: [topics[0].votetopicid],
    name: voter.v1.split('/')[0],
    text: '第一项我投的是反对，记成了同意，请核对选票',
  })
  const records = topics.map(({ votetopicid }, index) => ({ votetopicid, voteresult: index === 0 ? 2 : 1 }))
  const corrections = [{ ballotid: voter.ballotid, kind: 'answers', records }]
  await calls.post('/objection/decide', { objectionid, decision: 1, reason: '核对选票原件，录入有误', corrections })
}

const firstBuilding = (node) => (node.id.split('▶').length > 2 ? node : firstBuilding(node.children[0]))

/** Visited owners voted by mistake: their votes are voided. */
async function voteOnGates(calls, { voteactivityid, topics, voter, turn }) {
  const approves = [turn % 4 === 0 || turn % 8 === 1 || turn % 16 === 2, turn % 3 !== 0]
  const records = topics.map(({ votetopicid }, index) => ({ votetopicid, voteresult: approves[index] ? 1 : 2 }))
  const { recordids } = await calls.post('/vote/do', { voteactivityid, ballotIds: [voter.ballotid], records, ...ownerOf(voter) })
  if (turn % 4 === 3) await calls.get('/vote/disable', { voteActivityId: voteactivityid, recordid: recordids[0], reason: '选票没有签名' })
}

const CANDIDATES = ['周敏', '吴建国', '郑晓东', '王海燕', '冯涛', '陈思远', '褚强', '卫红', '蒋欣']
const SEATS = 5

/** A finished election: four of five seats are filled, two candidates tie for the last one. */
export async function electCommittee(calls, estateid) {
  const { voteactivityid } = await calls.post('/votedef/save', {
    title: '2026年业主委员会换届选举',
    estateid,
    votetype: 1,
    rulebasis: '《业主大会议事规则》第十八条',
    startdate: daysFromNow(-30),
    enddate: daysFromNow(1),
    summary: '选举新一届业主委员会委员五名',
    detail: '每张选票最多同意五名候选人；同意超过五名的，该选票对本议题的各候选人均无效。',
    topics: [
      topicOf('选举业主委员会委员', {
        topictype: 2,
        votetype: 13,
        lawitem: LAW_ITEMS.committee,
        seats: SEATS,
        seatorder: 1,
        options: CANDIDATES.map((title) => ({ title })),
      }),
    ],
  })
  const { topics } = await calls.get('/votedef/get', { id: voteactivityid })
  await calls.get('/votedef/startvote', { id: voteactivityid })
  let turn = 0
  for (const path of await calls.get('/vote/getvoteactivityxpaths', { voteactivityid })) {
    for (const voter of await votersOf(calls, voteactivityid, path)) {
      turn += 1
      if (turn % 6 === 0) continue
      await calls.post('/vote/do', { voteactivityid, ballotIds: [voter.ballotid], records: choices(topics[0], turn), ...ownerOf(voter) })
    }
  }
  await calls.get('/votedef/callvote', { id: voteactivityid })
  await calls.get('/votedef/finishVote', { id: voteactivityid })
  await publishFigures(calls, voteactivityid)
}

/** The fifth and sixth candidates are always chosen together, so neither gets the last seat; a few papers choose too many. */
function choices({ votetopicid, options }, turn) {
  const chosen =
    turn % 97 === 1 ? [0, 1, 2, 3, 6, 7] : turn % 9 < 5 ? [4, 5, ...[0, 1, 2, 3].filter((index) => index !== turn % 4)] : [0, 1, 2, 3, 6 + (turn % 3)]
  return options.map(({ voteoptionid }, index) => ({ votetopicid, voteoptionid, voteresult: chosen.includes(index) ? 1 : 0 }))
}
