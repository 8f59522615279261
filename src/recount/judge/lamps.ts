import { adjustmentFaults, adjustmentsOf } from './adjustments.ts'
import { canonical } from './canonical.ts'
import type { Bundle } from './bundle.ts'
import { clockNotes, type Chain, followChain } from './chain.ts'
import { correctedFaults, countCorrected, readCorrections, type CorrectedCount } from './corrections.ts'
import { compareContents } from './contents.ts'
import { rosterDigest, tallyDigest } from './digests.ts'
import { Unreadable } from './fields.ts'
import { isSigned, sha256Of, utf8 } from './hashing.ts'
import { inGroups, type Checkpoint, type Manifest, type SignedCheckpoint } from './manifest.ts'
import { compareList } from './margins.ts'
import { checkSample, type CheckedSample } from './samples.ts'
import { nameOf, recount, resultFaults, type Recount } from './recount.ts'

export type LampName = 'files' | 'journal' | 'recount' | 'report'
/** Findings of a lamp: any fault turns it red; notes list what was and was not checked. */
export interface Findings {
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

/** The judgement of the files embedded in the page. */
export interface Judgement {
  readonly bundle: Bundle
  readonly recount: Recount | null
  readonly samples: readonly CheckedSample[]
  /** Null if nothing was corrected. */
  readonly corrected: CorrectedCount | null
  readonly checkpoints: readonly Checkpoint[]
  /** Keys named in the journal (`audit.key`). */
  readonly journalKeys: ReadonlySet<string>
  readonly lamps: Readonly<Record<LampName, Findings>>
}

/** Whether a file is not embedded in the page: it is judged when the zip is dropped. */
export const isBeside = (path: string): boolean => path.startsWith('images/') || path === 'report.xlsx' || path.endsWith('.pdf')

/** Judges the embedded files, lamp by lamp; `pause` yields to the event loop. */
export async function judgeEmbedded(bundle: Bundle, pause: () => Promise<void>): Promise<Judgement> {
  const chain = 'value' in bundle.journal ? await followChain(bundle.journal.value, pause) : null
  const counted = recount(bundle, chain && adjustmentsOf(chain, bundle))
  await pause()
  const checkpoints = allCheckpoints(bundle)
  const named = (chain?.contents ?? []).filter(({ action }) => action === 'audit.key').map(({ after }) => after['publickey'])
  const journalKeys = new Set(named.filter((key): key is string => typeof key === 'string'))
  const files = await fileFindings(bundle, journalKeys)
  await pause()
  const slots = counted.recount?.slots.length ?? 0
  const resultNotes = counted.recount ? [`已按选票重新计算 ${slots} 项，与程序给出的数字逐项比较。`] : []
  const corrections = checkCorrections(bundle, counted.recount)
  const differing = counted.recount ? [...resultFaults(counted.recount, bundle), ...corrections.faults] : counted.faults
  const samples = checkSamples(bundle, counted.recount)
  return {
    bundle,
    recount: counted.recount,
    samples: samples.checked,
    corrected: corrections.corrected,
    checkpoints: checkpoints.map(({ checkpoint }) => checkpoint),
    journalKeys,
    lamps: {
      files,
      journal: journalFindings(bundle, chain, counted.recount, checkpoints),
      recount: {
        faults: [...counted.faults, ...(counted.recount ? differing : []), ...samples.faults],
        notes: [...resultNotes, ...corrections.notes, ...samples.notes],
      },
      report: {
        faults: differing,
        notes: ['复算与程序当时给出的结果（data/results.json）已比较。'],
      },
    },
  }
}

/** The count with the corrections of justified objections, and its differences from the program's. */
function checkCorrections(
  bundle: Bundle,
  recount: Recount | null,
): { readonly corrected: CorrectedCount | null; readonly faults: readonly string[]; readonly notes: readonly string[] } {
  const { objections } = bundle
  if ('fault' in objections) return { corrected: null, faults: [objections.fault], notes: [] }
  if (recount === null) return { corrected: null, faults: [], notes: [] }
  try {
    const corrected = countCorrected(
      recount,
      objections.value.reduce<ReturnType<typeof readCorrections>>((all, fields) => all.concat(readCorrections(fields)), []),
    )
    const faults = [...(corrected?.faults ?? []), ...correctedFaults(corrected, bundle)]
    return { corrected, faults, notes: corrected ? [`已按 ${corrected.words.length} 项更正重新计算，与程序给出的更正后的数字逐项比较。`] : [] }
  } catch (error) {
    if (error instanceof Unreadable) return { corrected: null, faults: [`data/objections.jsonl：${error.message}`], notes: [] }
    throw error
  }
}

/** Redraws every sample, recomputes its multipliers, and compares its list with the page's own count. */
function checkSamples(
  { samples, rules }: Bundle,
  recount: Recount | null,
): {
  readonly checked: readonly CheckedSample[]
  readonly faults: readonly string[]
  readonly notes: readonly string[]
} {
  if ('fault' in samples) return { checked: [], faults: [samples.fault], notes: [] }
  if ('fault' in rules || samples.value.length === 0) return { checked: [], faults: [], notes: [] }
  const { slots } = rules.value
  const slotOf = (topic: string, option: string): number => slots.map((slot) => slot.votetopicid === topic && slot.voteoptionid === option).indexOf(true)
  try {
    const checked = samples.value.map((sample) => checkSample(sample, slotOf))
    const compared = recount === null ? [] : checked.map(({ name, list, sample }) => compareList(name, list, sample.isStale, recount))
    return {
      checked,
      faults: [...checked.flatMap(({ faults }) => faults), ...compared.flatMap(({ faults }) => faults)],
      notes: [`已按随机数字重新抽取 ${checked.length} 次抽样，乘积逐条比较。`, ...compared.flatMap(({ notes }) => notes)],
    }
  } catch (error) {
    if (error instanceof Unreadable) return { checked: [], faults: [`data/samples.jsonl：${error.message}`], notes: [] }
    throw error
  }
}

/** The manifest's checkpoint and the listed ones, without duplicates. */
function allCheckpoints({ manifest, checkpoints }: Bundle): SignedCheckpoint[] {
  const all = new Map<string, SignedCheckpoint>()
  if ('value' in manifest)
    all.set(manifest.value.checkpoint.canonical, { checkpoint: manifest.value.checkpoint, signature: manifest.value.checkpointsignature })
  for (const each of 'value' in checkpoints ? checkpoints.value : []) {
    if (all.get(each.checkpoint.canonical)?.signature !== each.signature) all.set(`${each.checkpoint.canonical}${each.signature}`, each)
  }
  return [...all.values()]
}

async function fileFindings(bundle: Bundle, journalKeys: ReadonlySet<string>): Promise<Findings> {
  const { manifest, texts, checkpoints } = bundle
  if ('fault' in manifest) return { faults: [manifest.fault], notes: [] }
  const faults = [...embeddedFaults(texts, manifest.value), ...(await signatureFaults(texts, manifest.value, journalKeys))]
  if ('fault' in checkpoints) faults.push(checkpoints.fault)
  for (const { checkpoint, signature } of 'value' in checkpoints ? checkpoints.value : []) {
    if (!(await isSigned(checkpoint.canonical, signature, checkpoint.publickey))) faults.push(`检查点（操作日志第 ${checkpoint.number} 条）的签名不正确`)
    // The owners' edition has no entry contents, so other servers' keys are unknown there.
    if (manifest.value.edition !== 'owners' && !isTrusted(checkpoint.publickey, manifest.value.checkpoint.publickey, journalKeys))
      faults.push(`检查点（操作日志第 ${checkpoint.number} 条）由另一把密钥签名，操作日志没有登记这把密钥`)
  }
  const embedded = manifest.value.files.filter(({ path }) => !isBeside(path)).length
  const outside = manifest.value.files.length - embedded
  const notes = [
    `已核对页面内的 ${embedded} 个文件与清单、签名。`,
    ...(outside > 0 ? [`图片、报告等 ${outside} 个文件不在页面内，尚未核对；请把应诉包压缩文件拖到本页。`] : []),
  ]
  return { faults, notes }
}

const isTrusted = (key: string, anchor: string, journalKeys: ReadonlySet<string>): boolean => key === anchor || journalKeys.has(key)

function embeddedFaults(texts: Bundle['texts'], { files }: Manifest): string[] {
  const listed = new Set(files.map(({ path }) => path))
  return [
    ...(listed.size === files.length ? [] : ['清单中有文件出现两次']),
    ...files
      .filter(({ path }) => !isBeside(path))
      .flatMap(({ path, bytes, sha256 }) => {
        const text = texts[path]
        if (text === undefined) return [`缺少文件 ${path}`]
        return utf8(text).length === bytes && sha256Of(text) === sha256 ? [] : [`${path} 已被改动`]
      }),
    ...Object.keys(texts)
      .filter((path) => path !== 'manifest.json' && path !== 'manifest.sig' && !listed.has(path))
      .map((path) => `${path} 不在清单中`),
  ]
}

async function signatureFaults(texts: Bundle['texts'], manifest: Manifest, journalKeys: ReadonlySet<string>): Promise<string[]> {
  const { checkpoint, checkpointsignature, publickey } = manifest
  const text = texts['manifest.json'] ?? ''
  const signature = texts['manifest.sig']
  return [
    ...(text === manifest.canonical ? [] : ['manifest.json 不是规范的写法']),
    ...(signature === undefined
      ? ['缺少文件 manifest.sig']
      : (await isSigned(text, signature.replace(/\n$/, ''), publickey))
        ? []
        : ['清单的签名不正确（manifest.sig）']),
    ...((await isSigned(checkpoint.canonical, checkpointsignature, checkpoint.publickey)) ? [] : ['清单中检查点的签名不正确']),
    ...(isTrusted(publickey, checkpoint.publickey, journalKeys) ? [] : ['清单由另一把密钥签名，与检查点的密钥不同，操作日志也没有登记这把密钥']),
  ]
}

function journalFindings(bundle: Bundle, chain: Chain | null, counted: Recount | null, checkpoints: readonly SignedCheckpoint[]): Findings {
  const { manifest, journal, roster, records } = bundle
  if (chain === null || 'fault' in manifest) return { faults: [journal, manifest].flatMap((read) => ('fault' in read ? [read.fault] : [])), notes: [] }
  const main = manifest.value.checkpoint
  const faults = [...chain.faults]
  if (chain.faults.length === 0) faults.push(...reachFaults(chain, main, checkpoints))
  const notes = chainNotes(chain)
  if (counted === null || 'fault' in roster || 'fault' in records) return { faults: [...faults, '票权清册或投票记录无法读取，不能核对摘要'], notes }
  const digests = { roster: rosterDigest(roster.value.filter(({ ended }) => !ended)), tally: tallyDigest(counted.ballots, counted.slots) }
  faults.push(...digestFaults(manifest.value, checkpoints, digests), ...ownerFaults(bundle))
  const { faults: contentFaults, compared } = compareContents(chain, bundle, counted.rules, records.value, digests.tally)
  faults.push(...adjustmentFaults(chain, counted.rules.voteactivityid, counted.adjustments))
  return { faults: [...faults, ...contentFaults], notes: compared > 0 ? [...notes, `${compared} 条投票记录已与操作日志的内容比较。`] : notes }
}

function chainNotes(chain: Chain): string[] {
  const { hashes, withheld } = chain
  return [
    `操作日志共 ${hashes.length} 条，首尾相接。`,
    ...clockNotes(chain),
    ...(withheld > 0 ? [`${withheld} 条未附内容（属于其他活动、已按保留期限删除，或本版不附），只核对其校验值。`] : []),
  ]
}

/** The chain reaches exactly the manifest's checkpoint, and contains every checkpoint's hash. */
function reachFaults({ hashes }: Chain, main: Checkpoint, checkpoints: readonly SignedCheckpoint[]): string[] {
  return [
    ...(hashes.length === main.number ? [] : [`操作日志有 ${hashes.length} 条，检查点为第 ${main.number} 条`]),
    ...checkpoints.flatMap(({ checkpoint: { number, hash } }) =>
      hashes[number - 1] === hash ? [] : [number > hashes.length ? `检查点（第 ${number} 条）超出操作日志` : `操作日志第 ${number} 条的校验值与检查点不符`],
    ),
  ]
}

/** The data's digests match the signed ones; after 结束投票 nothing changes. */
function digestFaults(manifest: Manifest, checkpoints: readonly SignedCheckpoint[], own: { roster: string; tally: string }): string[] {
  const { checkpoint: main } = manifest
  const finished = Math.min(main.number, ...checkpoints.filter(({ checkpoint }) => checkpoint.kind === 'finish').map(({ checkpoint }) => checkpoint.number))
  const later = checkpoints.map(({ checkpoint }) => checkpoint).filter((each) => each.number >= finished && each.canonical !== main.canonical)
  return [
    ...(manifest.rosterdigest === own.roster && main.rosterdigest === own.roster ? [] : ['票权清册与检查点的摘要不符']),
    ...(manifest.tallydigest === own.tally && main.tallydigest === own.tally ? [] : ['投票结果与检查点的摘要不符']),
    ...later
      .filter(({ rosterdigest, tallydigest }) => (rosterdigest ?? own.roster) !== own.roster || (tallydigest ?? own.tally) !== own.tally)
      .map(({ number }) => `检查点（操作日志第 ${number} 条）的摘要与现在的数据不符`),
  ]
}

/** With salts: the owner's hash matches the owner shown. */
function ownerFaults({ roster }: Bundle): string[] {
  if ('fault' in roster) return []
  return roster.value.flatMap((ballot) =>
    ballot.houses.some(
      ({ personname, secret, ownerhash }) => secret !== null && sha256Of(secret.salt + canonical([personname, secret.mobileno, secret.idno])) !== ownerhash,
    )
      ? [`${nameOf(ballot)} 的产权人与其校验值不符`]
      : [],
  )
}

const kindNames: Readonly<Record<string, string>> = {
  start: '开启投票',
  tally: '开启唱票',
  finish: '结束投票',
  decision: '裁定异议',
  report: '生成报告',
  bundle: '生成应诉包',
  day: '每日',
}
export const kindName = (kind: string): string => kindNames[kind] ?? kind

const OTHER_KEY = '本应诉包由另一把密钥签名，与纸上核验码的密钥不同'

/** Compares the typed 核验码 with the checkpoints; null if none was typed. Ignores case, blanks and hyphens. */
export function judgeCode({ checkpoints, bundle, journalKeys }: Judgement, typed: string): { files: Findings; journal: Findings } | null {
  const code = typed.replace(/[\s\-‐-―－]/g, '').toLowerCase()
  if (code === '') return null
  const none: Findings = { faults: [], notes: [] }
  if (/^[0-9a-f]{1,31}$/.test(code)) return { files: none, journal: { faults: [], notes: [`核验码已输入 ${code.length} 位，共 32 位，尚未核对。`] } }
  if (!/^[0-9a-f]{32}$/.test(code)) return { files: none, journal: { faults: ['核验码应为 32 位数字或字母 a 至 f'], notes: [] } }
  const found = checkpoints.find((each) => each.code === code)
  if (!found) return { files: none, journal: { faults: [`纸上的核验码 ${inGroups(code)} 不是本应诉包任何一个检查点的核验码`], notes: [] } }
  const main = 'value' in bundle.manifest ? bundle.manifest.value : null
  const keys = main ? [main.publickey, main.checkpoint.publickey] : []
  const isOther = keys.some((key) => !isTrusted(key, found.publickey, journalKeys))
  return {
    files: { faults: isOther ? [OTHER_KEY + (main?.edition === 'owners' ? '；若曾更换过电脑或服务器，请用法院版核对' : '')] : [], notes: [] },
    journal: { faults: [], notes: [`纸上的核验码与检查点相符：${kindName(found.kind)}，${found.time}，操作日志第 ${found.number} 条。`] },
  }
}
