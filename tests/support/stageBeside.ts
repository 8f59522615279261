import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chinaDay } from '../../src/shared/time/chinaTime.ts'
import { askObject, good, recordsOf, type MadeActivity } from './activities.ts'
import { httpRoster } from './http-activities.ts'
import type { HttpClient } from './server-process.ts'

// The stage beside votes: publications, objections, and notes on properties.

const picture = readFileSync(join(import.meta.dirname, '../../build/resources/icon.png'))

/** Posts first figures, and a publication that is withdrawn. */
export async function publish(client: HttpClient, { activityId }: MadeActivity): Promise<string> {
  const day = (more: number): string => chinaDay(Date.now() + more * 86_400_000)
  const url: string = good(await client.upload('/file/image_upload', 'file', '公告栏.png', picture))
  const posted = { voteactivityid: activityId, kind: 3, datefrom: day(-3), dateto: day(4), places: '小区公告栏' }
  const { publicationid } = good(await client.post('/publication/save', posted))
  good(await client.post('/publication/withdraw', { publicationid, reason: '登记错日期或地点' }))
  const more = { places: '小区南门、北门公告栏，一号楼、二号楼各单元门厅', remark: '北门公告栏当天被雨淋湿，第二天重新张贴', pics: [url, url] }
  return good(await client.post('/publication/save', { ...posted, ...more })).publicationid
}

/** Objections to the figures: one correcting two ballots, one without correction, one withdrawn, one pending. */
export async function object({ client, colleague }: Record<'client' | 'colleague', HttpClient>, activity: MadeActivity, publicationid: string): Promise<void> {
  const url: string = good(await client.upload('/file/image_upload', 'file', '异议书.png', picture))
  const [misread, other, third, fourth] = [...(await httpRoster(client, activity.activityId)).values()].map(({ ballotId }) => ballotId)
  const save = async (more: object): Promise<string> => good(await askObject(client, activity, { publicationid, ...more })).objectionid
  const justified = await save({ name: '郑秀兰', phone: '13905712001', ballotid: misread, text: '第一项我勾的是“反对”，公示的统计里算成了同意。', pics: [url] })
  const corrections = [
    { ballotid: misread, kind: 'answers', records: recordsOf(activity.topics, '2212') },
    { ballotid: other, kind: 'area', areasize: 95.4 },
  ]
  const reason = '核对选票原件，第一项确为反对；同单元另一户的面积按不动产权证书更正。'
  good(await colleague.post('/objection/decide', { objectionid: justified, decision: 1, reason, corrections }))
  const refused = await save({ kind: 6, name: '孙国强', text: '表决公告没有贴满十五日就开始投票，应当重新表决。' })
  good(await colleague.post('/objection/decide', { objectionid: refused, decision: 2, reason: '公告自张贴次日起满十五日，有照片为证。', corrections: [] }))
  const withdrawn = await save({ kind: 1, name: '吴敏', ballotid: third, text: '我没有投过这一票。' })
  good(await client.post('/objection/withdraw', { objectionid: withdrawn, reason: '业主核对签名后确认是家人代投' }))
  await save({ kind: 4, name: '林志远', phone: '0571-88886666', ballotid: fourth, text: '没有人送过表决票，门上也没有张贴通知。\n请说明送达的时间和方式。' })
}

/** Occupancy of some properties, and remarks for visitors. */
export async function noteHouses(client: HttpClient, estateId: string): Promise<void> {
  const occupancies = [1, 2, 3, 2, 1, 3, 2, 1, 3, 4]
  const remarks = ['晚上七点以后在家', '租户姓黄，业主在外地，请电话联系', '', '门铃已坏，请敲门', '']
  const { datas } = good(await client.get('/vtpropertyinfo/list', { estateId, pageSize: '500' }))
  for (const [index, { propertyid, room }] of (datas as { propertyid: string; room: string }[]).entries()) {
    if (index % 6 !== 0) continue
    const facts = { occupancy: occupancies[(index / 6) % occupancies.length], remark: remarks[(index / 6) % remarks.length] }
    good(await client.post('/vtpropertyinfo/update', { propertyid, room, ...facts }))
  }
}
