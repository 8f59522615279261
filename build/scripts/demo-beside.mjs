// The demonstration estate besides votes: visits, publications, objections, imported votes, text messages.

const daysFromNow = (days) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const day = (days) => daysFromNow(days).slice(0, 10)
const openOf = async (calls, voteactivityid) => (await calls.get('/vote/notvotedlist', { voteActivityId: voteactivityid, state: '-1', pageSize: '200' })).datas
const PLACES = '小区南门、北门公告栏，各单元门厅'

/** For the current meeting: its notice, visits of every result, papers typed into a workbook, text messages, two objections. */
export async function goAroundDoors(calls, voteactivityid) {
  const { publicationid } = await calls.post('/publication/save', { voteactivityid, kind: 2, datefrom: day(-19), dateto: day(14), places: PLACES })
  await importPapers(calls, voteactivityid)
  const open = await openOf(calls, voteactivityid)
  await visit(calls, { voteactivityid, ballotids: open.map(({ ballotid }) => ballotid) })
  await remind(calls, { voteactivityid, ballotids: open.slice(60, 80).map(({ ballotid }) => ballotid) })
  const objection = { voteactivityid, publicationid, kind: 4, ballotid: open[3].ballotid, name: '林志远', phone: '0571-87950012' }
  await calls.post('/objection/save', { ...objection, text: '没有人送过表决票，门上也没有张贴通知。' })
  const { objectionid } = await calls.post('/objection/save', { voteactivityid, kind: 6, name: '孙国强', text: '公告没有贴满十五日就开始投票。' })
  await calls.post('/objection/withdraw', { objectionid, reason: '查看公示照片后不再坚持' })
}

/** Posts the first figures of a finished vote. */
export const publishFigures = (calls, voteactivityid) =>
  calls.post('/publication/save', { voteactivityid, kind: 3, datefrom: day(-3), dateto: day(4), places: PLACES })

/** Looks up a ballot's record for its owner at the desk. */
export const lookUp = (calls, voteactivityid, voter) =>
  calls.get('/vote/receipt', { voteactivityid, ballotid: voter.ballotid, identity: '1', name: voter.v1.split('/')[0] })

/** A clerk confined to this estate, and another estate hidden from them. */
export async function confineClerk(calls, { estateid, password }) {
  await calls.post('/vtestate/save', { name: '碧水苑', addr: '翠湖路28号', provinceid: '33', cityid: '3301', areaid: '330106' })
  await calls.confirm()
  const clerk = { username: 'demo_clerk', nickName: '翠湖录入员', phone: '13800000001', role: 'clerk', estateids: [estateid], password }
  await calls.post('/account/create', clerk)
}

const VISITS = [
  { way: 2, result: 1, remark: '表示周末到物业交票' },
  { way: 1, result: 2, nextat: daysFromNow(2), remark: '出差，周一回来' },
  { way: 2, result: 3, remark: '' },
  { way: 1, result: 4, remark: '号码已停机' },
  { way: 2, result: 5, remark: '对物业不满，不愿投票' },
]
async function visit(calls, { voteactivityid, ballotids }) {
  for (const [index, more] of VISITS.entries()) {
    const some = ballotids.slice(0, 60).filter((_, at) => at % VISITS.length === index)
    await calls.post('/contact/save', { voteactivityid, ballotids: some, at: daysFromNow(-0.2), ...more })
  }
}

/** Text messages are sent by day only, through the script's own gateway. */
async function remind(calls, { voteactivityid, ballotids }) {
  const hour = Number(daysFromNow(0).slice(11, 13))
  if (hour < 8 || hour >= 20) return
  await calls.confirm()
  await calls.post('/vote/remind', { voteactivityid, ballotids, purpose: '提醒还没有投票的业主', jobid: 'demo-remind' })
}

/** The program's workbook for one building, with the first papers typed into it. */
async function importPapers(calls, voteactivityid) {
  const [xpath] = await calls.get('/vote/getvoteactivityxpaths', { voteactivityid })
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(await calls.file('/vote/sheet', { voteactivityid, xpath }))
  const sheet = book.getWorksheet('录入表')
  const head = sheet.getColumn(2).values.indexOf('房屋坐落')
  const answers = sheet.getRow(head).values.flatMap((title, column) => (/^\d/.test(title ?? '') ? [column] : []))
  for (let row = head + 1; row <= Math.min(sheet.rowCount, head + 8); row += 1)
    for (const [at, column] of answers.entries()) sheet.getRow(row).getCell(column).value = at < 2 || at === 2 + (row % 3) ? '同意' : '反对'
  const form = new FormData()
  form.append('voteactivityid', voteactivityid)
  form.append('uploadfile', new File([await book.xlsx.writeBuffer()], '录入表.xlsx'))
  await calls.upload('/vote/importvotes', form)
}
