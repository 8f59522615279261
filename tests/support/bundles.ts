import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import yazl from 'yazl'
import { pngBytes } from './files.ts'
import { oracle } from './countingOracle.ts'
import { slotsOf, type BundleActivity, type BundleBallot } from './bundleActivities.ts'

// Bundles by the specification's layout (`proof-layout.md`) alone: nothing here comes from the page or from the program.

export interface MadeBundle {
  /** By path, as in the zip, without 复算.html. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Of the checkpoint that the bundle is of, and of all. */
  readonly code: string
  readonly codes: readonly string[]
}

export interface BundleWish {
  readonly edition: 'court' | 'owners'
  /** Another seed is another key. */
  readonly keySeed?: string
  /** Pictures as they are on paper; else one small one a delivery. */
  readonly pictureBytes?: number
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** RFC 8785, for values without numbers that need care. */
export function canon(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canon(each)).join(',')}]`
  const members = value as Record<string, unknown>
  const names = Object.keys(members)
    .filter((name) => members[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canon(members[name])}`).join(',')}}`
}
const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${canon(row)}\n`).join('')

export interface Signer {
  readonly publickey: string
  sign(text: string): string
}
/** An Ed25519 key from a seed in words. */
export function signer(seed: string): Signer {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), createHash('sha256').update(seed).digest()])
  const key: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publickey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publickey, sign: (text) => sign(null, Buffer.from(text), key).toString('hex') }
}

const ACTIVITY = 'act-1'
const time = (step: number): string =>
  `2026-05-01 ${String(Math.floor(step / 3600) % 24).padStart(2, '0')}:${String(Math.floor(step / 60) % 60).padStart(2, '0')}:${String(step % 60).padStart(2, '0')}`
const salted = (name: string): string => sha256(`salt ${name}`).slice(0, 32)

interface House {
  readonly activitypropertyid: string
  readonly place: string
  readonly area: number
  readonly category: number
  readonly personname: string
  readonly mobileno: string
  readonly idno: string
  readonly ownersalt: string
  readonly ownerhash: string
}

function housesOf(ballot: BundleBallot, index: number): House[] {
  return ballot.properties.map(({ areaHundredths }, nth) => {
    const [personname, mobileno, idno] = [ballot.owner, `1380013${String(index).padStart(4, '0')}`, nth === 0 ? '' : '110101199001011237']
    const activitypropertyid = `p${(index * 7919) % 1000}-${index}-${nth}`
    const ownersalt = salted(activitypropertyid)
    const ownerhash = sha256(ownersalt + canon([personname, mobileno, idno]))
    return {
      activitypropertyid,
      place: `一期▶▶${index + 1}栋▶${nth + 1}单元▶${100 + nth}`,
      area: areaHundredths,
      category: 1,
      personname,
      mobileno,
      idno,
      ownersalt,
      ownerhash,
    }
  })
}

interface Ballot {
  readonly made: BundleBallot
  readonly ballotid: string
  readonly number: number
  readonly area: number
  readonly houses: readonly House[]
}
interface VoteRecord {
  recordid: string
  ballotid: string
  recordstatus: number
  ballotcode: string
  answers: string
  area: number
  recordsource: string
  createdate: string
  images: string[]
}

/** A whole bundle of a finished activity, of its report's checkpoint. */
export async function makeBundle(activity: BundleActivity, { edition, keySeed = 'a key', pictureBytes = 40 }: BundleWish): Promise<MadeBundle> {
  const { topics } = activity
  const ballots = activity.ballots.map((made, index): Ballot => {
    const houses = housesOf(made, index)
    return { made, ballotid: `b${(index * 6007) % 997}-${index}`, number: index + 1, area: houses.reduce((sum, { area }) => sum + area, 0), houses }
  })
  const living = ballots.filter(({ made }) => !made.isEnded)
  const slots = slotsIn(topics)
  const files = new Map<string, Buffer>()
  const images: string[] = []
  const picture = (name: string): string[] => {
    const bytes = Buffer.concat([pngBytes, Buffer.alloc(pictureBytes, `behind the picture of ${name} `)])
    const path = `images/${sha256(bytes)}.png`
    if (edition !== 'court') return []
    files.set(path, bytes)
    images.push(path)
    return [path]
  }

  const { records, voids, acts } = recordsOf(ballots, picture)
  const deliveries = ballots.flatMap(({ made, houses }) =>
    houses.flatMap(({ activitypropertyid }, nth) =>
      made.properties[nth]?.isDelivered
        ? [{ notifyid: `n-${activitypropertyid}`, activitypropertyid, votesource: 2, notifytime: time(nth), images: picture(activitypropertyid) }]
        : [],
    ),
  )
  const results = slots.map((slot, position) => resultOf(slot, position, activity, living))
  const rosterdigest = sha256(
    linesOf(
      [...living]
        .sort((a, b) => (a.ballotid < b.ballotid ? -1 : 1))
        .map(({ ballotid, houses }) => ({
          ballotid,
          houses: [...houses]
            .sort((a, b) => (a.activitypropertyid < b.activitypropertyid ? -1 : 1))
            .map(({ activitypropertyid, area, category, ownerhash, place }) => ({ activitypropertyid, area, category, ownerhash, place })),
        })),
    ),
  )
  const tallydigest = sha256(
    linesOf(
      [...living]
        .sort((a, b) => (a.ballotid < b.ballotid ? -1 : 1))
        .map(({ ballotid, area, made }) => {
          const status = statusOf(made)
          return { ballotid, area, status, answers: status === 1 ? made.answers : '', delivered: made.properties.some(({ isDelivered }) => isDelivered) }
        }),
    ) + linesOf(results.map(({ participants: _participants, outcome: _outcome, ...classes }) => classes)),
  )

  const journal = journalOf(activity, ballots, acts, { rosterdigest, tallydigest, keySeed })
  const whole = { roster: ballots.map((ballot) => rosterLine(ballot, edition)), records, deliveries, voids }
  for (const [name, rows] of Object.entries(whole)) files.set(`data/${name}.jsonl`, Buffer.from(linesOf(rows)))
  const isOpen = edition === 'court'
  const main = journal.checkpoints.at(-1)
  if (!main) throw new Error('a finished activity has checkpoints')
  const lines = journal.lines.slice(0, main.checkpoint.number).map(({ salt, content, ...line }) => ({ ...line, ...(isOpen && salt ? { salt, content } : {}) }))
  files.set('data/journal.jsonl', Buffer.from(linesOf(lines)))
  files.set('data/changes.jsonl', Buffer.from(''))
  files.set('data/checkpoints.jsonl', Buffer.from(linesOf(journal.checkpoints.map(({ checkpoint, signature }) => ({ checkpoint, signature })))))
  files.set('data/results.json', Buffer.from(canon(results)))
  files.set('rules.json', Buffer.from(canon(rulesOf(activity))))
  files.set('说明.txt', Buffer.from('本包各文件的说明\n'))
  files.set('核验说明.pdf', Buffer.from('%PDF-1.7 one page'))
  files.set('report.xlsx', await reportOf(activity, living, main.code))
  const manifest = {
    activity: { voteactivityid: ACTIVITY, title: TITLE, estate: '翠苑' },
    checkpoint: main.checkpoint,
    checkpointsignature: main.signature,
    edition,
    publickey: main.checkpoint.publickey,
    rosterdigest,
    tallydigest,
  }
  return { files: signed(files, manifest, main.signer), code: main.code, codes: journal.checkpoints.map(({ code }) => code) }
}

const TITLE = '2026 年度</script>业主大会'

/** The manifest over the files, and its signature, take the place of what was there. */
export function signed(files: ReadonlyMap<string, Buffer>, facts: Readonly<Record<string, unknown>>, by: Signer): Map<string, Buffer> {
  const listed = [...files].filter(([path]) => path !== 'manifest.json' && path !== 'manifest.sig')
  const entries = listed
    .map(([path, bytes]) => ({ path, bytes: bytes.length, role: path.startsWith('data/') ? 'data' : 'other', sha256: sha256(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const text = canon({ ...facts, files: entries })
  return new Map([...listed, ['manifest.json', Buffer.from(text)], ['manifest.sig', Buffer.from(by.sign(text))]])
}

const statusOf = (made: BundleBallot): number => ({ nothing: -1, marked: 0, voted: 1, voided: 2, voidedThenVoted: 1, voidedThenMarked: 0 })[made.story]

function rosterLine({ ballotid, number, area, houses, made }: Ballot, edition: BundleWish['edition']) {
  const shown = houses.map(({ mobileno, idno, ownersalt, ...house }) =>
    edition === 'court' ? { ...house, mobileno, idno, ownersalt } : { ...house, personname: `${Array.from(house.personname)[0] ?? ''}*` },
  )
  return { ballotid, number, area: made.isEnded ? 0 : area, ended: made.isEnded, houses: made.isEnded ? [] : shown }
}

/** What each ballot's story leaves: records, voids, and the acts for the journal. */
function recordsOf(ballots: readonly Ballot[], picture: (name: string) => string[]) {
  const records: VoteRecord[] = []
  const voids: { recordid: string; ballotid: string; voiddate: string; reason: string }[] = []
  const acts: { action: string; subject: string; before: unknown; after: unknown }[] = []
  for (const { made, ballotid, area } of ballots) {
    const words = { nothing: '', marked: 'm', voted: 'mv', voided: 'vx', voidedThenVoted: 'vxv', voidedThenMarked: 'vxm' }[made.story]
    let last: VoteRecord | undefined
    for (const word of words) {
      if (word !== 'x' && last?.recordstatus !== 0) {
        const recordid = `r${records.length}`
        last = {
          recordid,
          ballotid,
          recordstatus: 0,
          ballotcode: `C-${records.length}`,
          answers: '',
          area,
          recordsource: 'desk',
          createdate: time(records.length),
          images: [],
        }
        records.push(last)
      }
      if (!last) continue
      if (word === 'v') Object.assign(last, { recordstatus: 1, answers: made.answers, images: picture(last.recordid) })
      if (word === 'x') {
        last.recordstatus = 2
        voids.push({ recordid: last.recordid, ballotid, voiddate: time(records.length), reason: '票面污损' })
      }
      const action = { m: 'voting.mark', v: 'voting.complete', x: 'voting.void' }[word] ?? ''
      const { recordid: subject, recordstatus: status, answers, ballotcode: markedCode } = last
      acts.push({ action, subject, before: null, after: { ballotId: ballotid, status, answers, markedCode, voterPhone: '13800138000' } })
    }
  }
  return { records, voids, acts }
}

const optionsOf = (topic: number, options: number) =>
  Array.from({ length: options }, (_, index) => ({ voteoptionid: `o${topic}-${index}`, title: `候选<${index + 1}>`, sortno: index + 1 }))

export const rulesOf = ({ topics, rule }: BundleActivity) => ({
  voteactivityid: ACTIVITY,
  title: TITLE,
  votetype: rule,
  rulebasis: rule >= 3 && rule <= 5 ? '议事规则第八条' : '',
  startdate: '2026-05-01 00:00:00',
  enddate: '2026-05-31 00:00:00',
  extensions: [],
  topics: topics.map((options, index) => ({
    votetopicid: `t${index}`,
    title: `议题${index + 1} &amp; "事项"`,
    sortno: index + 1,
    topictype: options === 0 ? 1 : 2,
    votetype: 15,
    options: optionsOf(index, options),
  })),
})

function slotsIn(topics: readonly number[]): { votetopicid: string; voteoptionid: string }[] {
  return topics.flatMap((options, index) =>
    options === 0
      ? [{ votetopicid: `t${index}`, voteoptionid: '' }]
      : optionsOf(index, options).map(({ voteoptionid }) => ({ votetopicid: `t${index}`, voteoptionid })),
  )
}

/** What the oracle makes of one slot. */
function judged({ rule }: BundleActivity, living: readonly Ballot[], position: number) {
  const { classes, conclusions } = oracle({ ballots: living.map(({ made }) => ({ ...made, answer: Number(made.answers[position]) as 0 | 1 | 2 | 3 })) })
  return { classes, conclusion: conclusions[rule] }
}

function resultOf(slot: { votetopicid: string; voteoptionid: string }, position: number, activity: BundleActivity, living: readonly Ballot[]) {
  const { classes, conclusion } = judged(activity, living, position)
  const pair = ({ count, area }: { count: bigint; area: bigint }): number[] => [Number(count), Number(area)]
  return {
    ...slot,
    approve: pair(classes.approve),
    disapprove: pair(classes.oppose),
    abstention: pair(classes.abstain),
    invalid: pair(classes.invalid),
    optionnochoose: pair(classes.notVoted),
    participants: pair(conclusion.participants),
    outcome: conclusion.outcome,
  }
}

interface Line {
  number: number
  hash?: string
  contenthash?: string
  salt?: string
  content?: string
}

/** The journal with what other activities did in between, and the checkpoints of its acts. */
function journalOf(
  activity: BundleActivity,
  ballots: readonly Ballot[],
  acts: readonly { action: string; subject: string; before: unknown; after: unknown }[],
  { rosterdigest, tallydigest, keySeed }: { rosterdigest: string; tallydigest: string; keySeed: string },
) {
  const [first, second] = [signer(keySeed), signer(`${keySeed}, the second`)]
  const lines: Line[] = []
  const checkpoints: {
    checkpoint: Readonly<Record<string, unknown>> & { number: number; publickey: string }
    signature: string
    code: string
    signer: Signer
  }[] = []
  let previous = '0'.repeat(64)
  const add = (action: string, subject: string, after: unknown, { isForeign = false, before = null }: { isForeign?: boolean; before?: unknown } = {}): void => {
    const number = lines.length + 1
    const content = canon({
      action,
      address: '10.0.0.2',
      after,
      at: 1_777_000_000_000 + number,
      before,
      kind: 'change',
      nickName: '管理员',
      subject,
      userid: 'u1',
      username: 'admin',
      voteactivityid: isForeign ? 'other' : ACTIVITY,
    })
    const salt = salted(String(number))
    const contenthash = sha256(salt + content)
    previous = sha256(`${previous}${number}${contenthash}`)
    lines.push({ number, contenthash, ...(isForeign ? {} : { salt, content }) })
  }
  const check = (kind: string, by: Signer, digests: Readonly<Record<string, string>>): void => {
    const checkpoint = {
      hash: previous,
      kind,
      number: lines.length,
      publickey: by.publickey,
      ...digests,
      time: time(lines.length),
      ...(kind === 'day' ? {} : { voteactivityid: ACTIVITY }),
    }
    const text = canon(checkpoint)
    checkpoints.push({ checkpoint, signature: by.sign(text), code: sha256(text).slice(0, 32), signer: by })
  }

  for (let number = 1; number <= activity.firstForm; number++) {
    previous = sha256(`first form ${number}`)
    lines.push({ number, hash: previous })
  }
  if (activity.firstForm > 0) add('audit.secondForm', '', { firstform: { number: activity.firstForm, hash: previous } })
  add('audit.key', '', { publickey: first.publickey })
  const { topics } = rulesOf(activity)
  const draft = {
    countingRule: activity.rule,
    topics: topics.map(({ title, options }) => ({ title, options: options.map((option) => ({ title: option.title })) })),
  }
  // An activity of before the second form stands in a baseline, and its draft is not told again.
  if (activity.firstForm > 0) add('audit.baseline', ACTIVITY, { ballots: ballots.length })
  else add('activity.save', ACTIVITY, draft)
  add('activity.save', 'other', { countingRule: 6 }, { isForeign: true })
  check('day', first, {})
  add('activity.roster', ACTIVITY, { ballots: ballots.map(({ ballotid }) => ballotid) })
  const early = activity.ballots.some(({ isEnded }) => isEnded) ? sha256('before the merge') : rosterdigest
  add('activity.start', ACTIVITY, { rosterdigest: early })
  check('start', first, { rosterdigest: early })
  for (const { action, subject, before, after } of activity.firstForm > 5 ? acts.slice(2) : acts) {
    add(action, subject, after, { before })
    if (lines.length % 5 === 0) add('voting.complete', 'other', {}, { isForeign: true })
  }
  if (activity.hasTally) {
    add('activity.startTally', ACTIVITY, { tallydigest: sha256('before the tally') })
    check('tally', first, { rosterdigest, tallydigest: sha256('before the tally') })
  }
  add('activity.finish', ACTIVITY, { rosterdigest, tallydigest })
  check('finish', first, { rosterdigest, tallydigest })
  if (activity.hasTwoKeys) add('audit.key', '', { publickey: second.publickey })
  add('estate.save', 'other', {}, { isForeign: true })
  check('report', activity.hasTwoKeys ? second : first, { rosterdigest, tallydigest })
  return { lines, checkpoints }
}

const RULE_NAMES = {
  1: '双过半（仅计收回票）',
  2: '双四分之三（仅计收回票）',
  3: '双过半（未反馈从多）',
  4: '双四分之三（未反馈从多）',
  5: '双过半（未反馈计弃权）',
  6: '仅统计',
} as const

/** The report's first sheet with the headings of the program's, other columns left out. */
async function reportOf(activity: BundleActivity, living: readonly Ballot[], code: string): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('表决结论')
  const metres = (hundredths: bigint): number => Number(hundredths) / 100
  const first = judged(activity, living, 0)
  sheet.addRow(['翠苑　表决结论'])
  sheet.addRow([`核验码：${code.replace(/(.{4})/g, '$1 ')}`])
  const { title, startdate, enddate } = rulesOf(activity)
  for (const line of [`活动：${title}`, `表决时间：${startdate} 至 ${enddate}`, `计票规则：${RULE_NAMES[activity.rule]}`]) sheet.addRow([line])
  sheet.addRow(['参与情况', '人数', '面积（㎡）'])
  for (const [name, share] of [
    ['应参与', first.classes.whole],
    ['收回表决票', first.classes.voted],
  ] as const)
    sheet.addRow([name, Number(share.count), metres(share.area)])
  if (activity.rule === 3 || activity.rule === 4) sheet.addRow(['实际参与', '见下表', '见下表'])
  else sheet.addRow(['实际参与', Number(first.conclusion.participants.count), metres(first.conclusion.participants.area)])
  sheet.addRow([])
  const names = ['同意', '反对', '弃权', '未选', '参与表决'].flatMap((name) => [`${name}人数`, `${name}面积`])
  sheet.addRow(['议题', ...names, '达到三分之二', '表决结果', '仅计收回票的结果', '说明'])
  const labels = rulesOf(activity).topics.flatMap(({ sortno, title, options }) =>
    options.length === 0 ? [`${sortno}. ${title}`] : options.map((option) => `${sortno}.${option.sortno} ${title}：${option.title}`),
  )
  for (let position = 0; position < slotsOf(activity.topics); position++) {
    const { classes, conclusion } = judged(activity, living, position)
    const { approve, oppose, abstain, voted, delivered } = classes
    // Where the delivered ones go can be seen from who takes part and who approves.
    const isAdded = conclusion.participants.count !== voted.count || conclusion.participants.area !== voted.area
    const isApproving = conclusion.approve.count !== approve.count
    const leads = oppose.count > abstain.count && oppose.area > abstain.area
    const to = !isAdded ? '' : isApproving ? 'approve' : activity.rule !== 5 && leads ? 'oppose' : 'abstain'
    const plus = (name: string, share: typeof approve) => (to === name ? { count: share.count + delivered.count, area: share.area + delivered.area } : share)
    const open = { count: voted.count - approve.count - oppose.count - abstain.count, area: voted.area - approve.area - oppose.area - abstain.area }
    const shares = [plus('approve', approve), plus('oppose', oppose), plus('abstain', abstain), open, conclusion.participants]
    const outcomes = [conclusion.isQuorumMet ? '是' : '否', conclusion.outcome, conclusion.strictOutcome, conclusion.note]
    sheet.addRow([labels[position] ?? '', ...shares.flatMap(({ count, area }) => [Number(count), metres(area)]), ...outcomes])
  }
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

/** The files as a zip: texts packed, pictures stored, the manifest last; streamed where asked, with what is only known afterwards behind each file. */
export function zipped(files: ReadonlyMap<string, Buffer>, { isStreamed = false, isBig = false } = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const paths = [...files.keys()].sort((a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'))
  for (const path of paths) {
    const bytes = files.get(path) ?? Buffer.alloc(0)
    const options = { compress: !path.startsWith('images/'), mtime: new Date(1_777_000_000_000), forceZip64Format: isBig }
    if (isStreamed) zip.addReadStreamLazy(path, options, (done) => done(null, Readable.from([bytes])))
    else zip.addBuffer(bytes, path, options)
  }
  zip.end({ forceZip64Format: isBig, comment: '' })
  return buffer(zip.outputStream)
}
