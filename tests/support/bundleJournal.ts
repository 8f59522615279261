import type { BundleActivity } from './bundleActivities.ts'
import { canon, sha256, signer, type Signer } from './bundleBytes.ts'
import { ACTIVITY, rulesOf, salted, time, type Ballot } from './bundleFacts.ts'

interface Line {
  number: number
  hash?: string
  contenthash?: string
  salt?: string
  content?: string
}

/** The journal including other activities' entries, and the checkpoints of its steps. */
export function journalOf(
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

  add('audit.key', '', { publickey: first.publickey })
  const { topics } = rulesOf(activity)
  const draft = {
    countingRule: activity.rule,
    topics: topics.map(({ title, options }) => ({ title, options: options.map((option) => ({ title: option.title })) })),
  }
  add('activity.save', ACTIVITY, draft)
  add('activity.save', 'other', { countingRule: 6 }, { isForeign: true })
  check('day', first, {})
  add('activity.roster', ACTIVITY, { ballots: ballots.map(({ ballotid }) => ballotid) })
  const early = activity.ballots.some(({ isEnded }) => isEnded) ? sha256('before the merge') : rosterdigest
  add('activity.start', ACTIVITY, { rosterdigest: early })
  check('start', first, { rosterdigest: early })
  for (const { action, subject, before, after } of acts) {
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
