import { beforeAll, describe, expect, it } from 'vitest'
import type { BundleActivity, BundleBallot } from '../../support/bundleActivities.ts'
import { BARE_PAGE, faultsOf, wholeZip, type Faults } from '../../support/bundleJudging.ts'
import { canon, signed, signer } from '../../support/bundleBytes.ts'
import { makeBundle, type MadeBundle } from '../../support/bundles.ts'
import { filledPage } from '../../support/recountPage.ts'

const ballot = (story: BundleBallot['story'], answers: string): BundleBallot => ({
  properties: [{ areaHundredths: 9_000, isDelivered: true }],
  story,
  answer: 0,
  answers,
  isEnded: false,
  owner: '张三',
})
const activity: BundleActivity = {
  ballots: [ballot('voted', '11'), ballot('voted', '12'), ballot('voidedThenVoted', '21'), ballot('nothing', '00')],
  topics: [0, 0],
  rule: 1,
  hasTwoKeys: false,
  hasTally: true,
}
const KEY = 'a key'

describe('reasons for a red lamp', () => {
  let court: MadeBundle
  let owners: MadeBundle
  beforeAll(async () => {
    court = await makeBundle(activity, { edition: 'court' })
    owners = await makeBundle(activity, { edition: 'owners' })
  })

  const textOf = (path: string, { files } = court): string => (files.get(path) ?? '').toString()
  /** The bundle with changed files and a matching manifest, signed by any key. */
  function anew(changes: Readonly<Record<string, string>>, { made = court, facts = {}, by = signer(KEY) } = {}): Map<string, Buffer> {
    const { files: _files, ...rest } = JSON.parse(textOf('manifest.json', made)) as Record<string, unknown>
    return signed(
      new Map([...made.files, ...Object.entries(changes).map(([path, text]): [string, Buffer] => [path, Buffer.from(text)])]),
      { ...rest, ...facts },
      by,
    )
  }
  const opened = (page: ReadonlyMap<string, Buffer>, code = ''): Promise<Faults> => faultsOf({ page, zip: null, code })

  it('names the record whose answer differs from the journal, even if re-signed by the key’s owner', async () => {
    const faults = await opened(anew({ 'data/records.jsonl': textOf('data/records.jsonl').replace('"answers":"11"', '"answers":"12"') }))
    expect(faults.files).toEqual([])
    expect(faults.journal).toEqual(expect.arrayContaining([expect.stringMatching(/^投票记录 r0 的答案与操作日志第 \d+ 条不符$/), '投票结果与检查点的摘要不符']))
  })

  it('detects a changed rule and a changed title', async () => {
    const rules = JSON.parse(textOf('rules.json')) as { votetype: number; topics: { title: string }[] }
    const other = await opened(anew({ 'rules.json': canon({ ...rules, votetype: 2 }) }))
    expect(other.journal).toEqual([expect.stringMatching(/^计票规则与操作日志第 \d+ 条不符$/)])
    const [first, second] = rules.topics.map(({ title }) => title)
    const swapped = rules.topics.map((topic, index) => ({ ...topic, title: (index === 0 ? second : first) ?? '' }))
    expect((await opened(anew({ 'rules.json': canon({ ...rules, topics: swapped }) }))).journal).toEqual([
      expect.stringMatching(/^议题与操作日志第 \d+ 条不符$/),
    ])
  })

  it('detects a changed law item of a topic', async () => {
    const rules = JSON.parse(textOf('rules.json')) as { topics: object[] }
    const topics = rules.topics.map((topic, index) => (index === 0 ? { ...topic, lawitem: 6 } : topic))
    expect((await opened(anew({ 'rules.json': canon({ ...rules, topics }) }))).journal).toEqual([
      expect.stringMatching(/^议题适用的法定事项、应选名额或当选排序与操作日志第 \d+ 条不符$/),
    ])
  })

  it('detects an owner’s name that does not match the digest', async () => {
    const faults = await opened(anew({ 'data/roster.jsonl': textOf('data/roster.jsonl').replace('"personname":"张三"', '"personname":"李四"') }))
    expect(faults.journal).toEqual(['一期-1栋-1单元-100 的产权人与其校验值不符'])
  })

  it('detects a rule that differs from the report’s if no entry has it', async () => {
    const files = anew({ 'rules.json': canon({ ...(JSON.parse(textOf('rules.json', owners)) as object), votetype: 2 }) }, { made: owners })
    expect((await faultsOf({ page: files, zip: await wholeZip(files), code: '' })).report).toContain(
      '报告写明“计票规则：双过半（仅计收回票）”，而规则文件 rules.json 为“双四分之三（仅计收回票）”',
    )
  })

  it('detects an unlisted void, and a vote without an entry', async () => {
    expect((await opened(anew({ 'data/voids.jsonl': '' }))).recount).toEqual(['投票记录 r2 已作废，但不在作废清单中'])
    const last = JSON.parse(textOf('data/roster.jsonl').trim().split('\n')[3] ?? '') as { ballotid: string }
    const line = canon({ recordid: 'r9', ballotid: last.ballotid, recordstatus: 0, ballotcode: 'C-9', answers: '', area: 9_000, createdate: '' })
    expect((await opened(anew({ 'data/records.jsonl': `${textOf('data/records.jsonl')}${line}\n` }))).journal).toContain('投票记录 r9 没有记入操作日志')
  })

  it('accepts only the journal’s key: another key’s manifest or checkpoint is refused', async () => {
    const other = signer('somebody')
    expect((await opened(anew({}, { facts: { publickey: other.publickey }, by: other }))).files).toEqual([expect.stringContaining('清单由另一把密钥签名')])
    const main = JSON.parse(textOf('manifest.json')) as { checkpoint: object }
    const checkpoint = { ...main.checkpoint, publickey: other.publickey }
    const facts = { publickey: other.publickey, checkpoint, checkpointsignature: other.sign(canon(checkpoint)) }
    for (const made of [court, owners]) {
      const faults = await opened(anew({}, { made, facts, by: other }), made.code)
      expect(faults.files.at(-1)).toContain('与纸上核验码的密钥不同')
    }
    // A second server's key that the journal names is accepted.
    const two = await makeBundle({ ...activity, hasTwoKeys: true }, { edition: 'court' })
    for (const code of two.codes) expect((await opened(two.files, code)).files).toEqual([])
  })

  it('accepts the code of any checkpoint of the activity, and refuses others', async () => {
    for (const code of court.codes) expect((await opened(court.files, code)).journal).toEqual([])
    expect((await opened(court.files, court.code.slice(0, 31))).journal).toEqual([])
    expect((await opened(court.files, `${court.code}0`)).journal).toEqual(['核验码应为 32 位数字或字母 a 至 f'])
    expect((await opened(court.files, 'g'.repeat(32))).journal).toEqual(['核验码应为 32 位数字或字母 a 至 f'])
    expect((await opened(court.files, '0'.repeat(32))).journal).toEqual([expect.stringContaining('不是本应诉包任何一个检查点的核验码')])
  })

  it('detects a journal that ends before its checkpoint, or goes beyond it', async () => {
    const lines = textOf('data/journal.jsonl').trimEnd().split('\n')
    const shorter = await opened(anew({ 'data/journal.jsonl': `${lines.slice(0, -1).join('\n')}\n` }))
    expect(shorter.journal).toEqual(expect.arrayContaining([`操作日志有 ${lines.length - 1} 条，检查点为第 ${lines.length} 条`]))
    const longer = await opened(anew({ 'data/journal.jsonl': `${lines.join('\n')}\n${canon({ number: lines.length + 1, contenthash: '0'.repeat(64) })}\n` }))
    expect(longer.journal).toEqual([`操作日志有 ${lines.length + 1} 条，检查点为第 ${lines.length} 条`])
  })

  it('names the file of the zip that is changed, missing, extra, or of another bundle', async () => {
    const pageOf = Buffer.from(filledPage(BARE_PAGE, court.files))
    const dropped = async (files: ReadonlyMap<string, Buffer>): Promise<readonly string[]> =>
      (await faultsOf({ page: court.files, zip: await wholeZip(files, {}, pageOf), code: '' })).files
    const [picture = ''] = [...court.files.keys()].filter((path) => path.startsWith('images/'))
    expect(await dropped(court.files)).toEqual([])
    expect(await dropped(new Map([...court.files, [picture, Buffer.from('other')]]))).toEqual([`压缩包里的 ${picture} 已被改动`])
    expect(await dropped(new Map([...court.files].filter(([path]) => path !== picture)))).toEqual([`压缩包里缺少 ${picture}`])
    expect(await dropped(new Map([...court.files, ['多余.txt', Buffer.from('?')]]))).toEqual(['压缩包里的 多余.txt 不在清单中'])
    expect(await dropped(owners.files)).toContain('压缩包的清单与本页面的不同：不是同一个应诉包，或已被改动')
  })
})
