import type { BundleActivity } from './bundleActivities.ts'
import { canon, linesOf, sha256, signed } from './bundleBytes.ts'
import { ACTIVITY, propertiesOf, resultOf, rulesOf, slotsIn, statusOf, time, TITLE, type Ballot, type VoteRecord } from './bundleFacts.ts'
import { journalOf } from './bundleJournal.ts'
import { reportOf } from './bundleReport.ts'
import { pngBytes } from './files.ts'

// Bundles built from the specification's layout (`proof-layout.md`) alone, without code of the page or the program.

export interface MadeBundle {
  /** By path, as in the zip, without 复算.html. */
  readonly files: ReadonlyMap<string, Buffer>
  /** The code of the bundle's checkpoint, and of all checkpoints. */
  readonly code: string
  readonly codes: readonly string[]
}

export interface BundleWish {
  readonly edition: 'court' | 'owners'
  /** Another seed is another key. */
  readonly keySeed?: string
  /** Size of pictures as from paper; by default one small one per delivery. */
  readonly pictureBytes?: number
}

/** A complete bundle of a finished activity, at its report's checkpoint. */
export async function makeBundle(activity: BundleActivity, { edition, keySeed = 'a key', pictureBytes = 40 }: BundleWish): Promise<MadeBundle> {
  const { topics } = activity
  const ballots = activity.ballots.map((made, index): Ballot => {
    const properties = propertiesOf(made, index)
    return { made, ballotid: `b${(index * 6007) % 997}-${index}`, number: index + 1, area: properties.reduce((sum, { area }) => sum + area, 0), properties }
  })
  const living = ballots.filter(({ made }) => !made.isEnded)
  const slots = slotsIn(topics)
  const files = new Map<string, Buffer>()
  const images: string[] = []
  /** Of each picture, in both editions, which have the same journal. */
  const hashes = new Map<string, string>()
  const picture = (name: string): string[] => {
    const bytes = Buffer.concat([pngBytes, Buffer.alloc(pictureBytes, `behind the picture of ${name} `)])
    const path = `images/${sha256(bytes)}.png`
    hashes.set(name, sha256(bytes))
    if (edition !== 'court') return []
    files.set(path, bytes)
    images.push(path)
    return [path]
  }

  const { records, voids, acts } = recordsOf(ballots, picture)
  const deliveries = ballots.flatMap(({ made, properties }) =>
    properties.flatMap(({ activitypropertyid }, nth) =>
      made.properties[nth]?.isDelivered
        ? [{ notifyid: `n-${activitypropertyid}`, activitypropertyid, votesource: 2, notifytime: time(nth), images: picture(activitypropertyid) }]
        : [],
    ),
  )
  for (const { notifyid, activitypropertyid } of deliveries) {
    const state = { delivery: [{ id: notifyid, pictures: canon([`/file/${activitypropertyid}`]) }] }
    const fileHashes = [{ id: activitypropertyid, sha256: hashes.get(activitypropertyid) }]
    acts.push({ action: 'notification.save', subject: notifyid, before: null, after: { state, fileHashes } })
  }
  const results = slots.map((slot, position) => resultOf(slot, position, activity, living))
  const rosterdigest = sha256(
    linesOf(
      [...living]
        .sort((a, b) => (a.ballotid < b.ballotid ? -1 : 1))
        .map(({ ballotid, properties }) => ({
          ballotid,
          houses: [...properties]
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
  files.set('data/readings.jsonl', Buffer.from(''))
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

function rosterLine({ ballotid, number, area, properties, made }: Ballot, edition: BundleWish['edition']) {
  const shown = properties.map(({ mobileno, idno, ownersalt, ...property }) =>
    edition === 'court' ? { ...property, mobileno, idno, ownersalt } : { ...property, personname: `${Array.from(property.personname)[0] ?? ''}*` },
  )
  return { ballotid, number, area: made.isEnded ? 0 : area, ended: made.isEnded, houses: made.isEnded ? [] : shown }
}

/** The traces of each ballot's story: records, voids, and journal actions. */
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
