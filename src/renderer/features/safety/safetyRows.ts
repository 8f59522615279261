import type { DiskEncryption } from '#shared/bridge/commands.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { knownInWords } from '#shared/features/journal/replay.ts'
import { CLOCK_TOLERANCE_MS } from '#shared/features/journal/rules.ts'
import type { Safety } from '#shared/features/system/safety.ts'
import { formatBytes } from '../../ui/byteCount.ts'
import { formatCount } from '../../ui/numbers.ts'
import { systemPaths } from '../../app-context/paths.ts'

/** `unknown`: cannot be determined here. */
export type SafetyState = 'good' | 'attention' | 'action' | 'unknown'

/** A row's button: links to a page, or opens a dialog. */
export type SafetyLink = { readonly label: string } & ({ readonly to: `/${string}` } | { readonly opens: 'backUp' | 'diskHelp' | 'acceptClock' })

/** A row of 安全状况. */
export interface SafetyRow {
  readonly key: 'dailyCopy' | 'savedCopy' | 'disk' | 'sharing' | 'waiting' | 'accounts' | 'journal' | 'files' | 'schema' | 'signing' | 'clock'
  readonly name: string
  readonly state: SafetyState
  readonly sentence: string
  readonly link?: SafetyLink
}

/** The data for the rows. */
export interface SafetyFacts {
  readonly safety: Safety
  /** Time of the answer, by this computer's clock. */
  readonly receivedAt: number
  /** Null while loading. */
  readonly disk: DiskEncryption | null
  /** Whether the data are on this computer. */
  readonly isEmbedded: boolean
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Days after which an external backup, or a check of the journal, is due again. */
const DUE_DAYS = 30
/** Tolerated difference between clocks (ms). */
const CLOCK_MS = 2 * MINUTE
/** Maximum number of computers named. */
const NAMED = 3

const NO_COPY_HERE = '还没有把备份存到 U 盘等别的地方；这台电脑损坏或丢失时，自动备份会一起丢失'
const NO_COPY_THERE = '还没有把备份存到 U 盘等别的地方，请在存有数据的电脑上用“备份数据”存一份'

const minuteOf = (at: number): string => formatTime(at).slice(0, 16)
const isDue = (at: number, now: number): boolean => now - at > DUE_DAYS * DAY

/** All rows of 安全状况. */
export function safetyRows(facts: SafetyFacts): readonly SafetyRow[] {
  return [
    dailyCopy(facts),
    ...savedCopy(facts),
    disk(facts),
    sharing(facts),
    waiting(facts),
    accounts(facts),
    journal(facts),
    files(facts),
    schema(facts),
    signing(facts),
    clock(facts),
  ]
}

/** The rows' summary. */
export function safetyInWords(rows: readonly SafetyRow[]): { readonly type: 'success' | 'warning' | 'error'; readonly sentence: string } {
  const count = (state: SafetyState) => rows.filter((row) => row.state === state).length
  const [actions, attentions] = [count('action'), count('attention')]
  if (actions > 0) return { type: 'error', sentence: `有 ${actions} 项需要处理${attentions > 0 ? `，${attentions} 项请注意` : ''}` }
  return attentions > 0 ? { type: 'warning', sentence: `有 ${attentions} 项请注意` } : { type: 'success', sentence: '没有需要处理的事项' }
}

function backUpLink({ isEmbedded }: SafetyFacts): Pick<SafetyRow, 'link'> {
  return isEmbedded ? { link: { label: '备份数据', opens: 'backUp' } } : {}
}

function dailyCopy(facts: SafetyFacts): SafetyRow {
  const row = { key: 'dailyCopy', name: '自动备份' } as const
  const { isKept, lastAt, lastBytes, problem } = facts.safety.backup
  if (!isKept) return { ...row, state: 'unknown', sentence: '数据在 PostgreSQL 中，备份由数据库管理员负责，请向他确认' }
  if (problem !== '') return { ...row, state: 'action', sentence: problem, ...backUpLink(facts) }
  if (lastAt === null) return { ...row, state: 'attention', sentence: '还没有自动备份，程序启动一分钟后会做第一次', ...backUpLink(facts) }
  return { ...row, state: 'good', sentence: `最近一次 ${minuteOf(lastAt)}（${formatBytes(lastBytes)}，已检查可用），每天一次，保留七份` }
}

/** No row for PostgreSQL, whose data this program does not back up. */
function savedCopy(facts: SafetyFacts): readonly SafetyRow[] {
  const { backup, sharing: shared, lastSavedAt, lastEncryptedAt, now } = facts.safety
  if (!backup.isKept) return []
  const row = { key: 'savedCopy', name: '另存的备份', ...backUpLink(facts) } as const
  if (lastSavedAt === null && !shared.isSwitchable)
    return [{ ...row, state: 'unknown', sentence: '服务器单独运行，请向管理服务器的人确认备份文件夹定期复制到别处' }]
  if (lastSavedAt === null) return [{ ...row, state: 'action', sentence: facts.isEmbedded ? NO_COPY_HERE : NO_COPY_THERE }]
  const last = `最近一次另存 ${minuteOf(lastSavedAt)}`
  const encrypted = lastEncryptedAt === null ? '没有加密的备份' : lastEncryptedAt === lastSavedAt ? '已加密' : `最近一次加密的 ${minuteOf(lastEncryptedAt)}`
  if (isDue(lastSavedAt, now ?? facts.receivedAt)) return [{ ...row, state: 'attention', sentence: `${last}，${encrypted}，已超过 ${DUE_DAYS} 天，请再存一份` }]
  if (lastEncryptedAt !== lastSavedAt) return [{ ...row, state: 'attention', sentence: `${last}，没有加密；离开这台电脑的备份请用密码加密（${encrypted}）` }]
  return [{ ...row, state: 'good', sentence: `${last}，${encrypted}` }]
}

const diskStates: Readonly<Record<DiskEncryption, Pick<SafetyRow, 'state' | 'sentence'>>> = {
  on: { state: 'good', sentence: '数据所在的磁盘已加密，电脑丢失时别人读不出数据' },
  off: { state: 'action', sentence: '数据所在的磁盘没有加密，电脑丢失时别人能读出全部数据' },
  encrypting: { state: 'attention', sentence: '数据所在的磁盘正在加密，请等它完成' },
  suspended: { state: 'attention', sentence: '数据所在的磁盘已加密，但保护已暂停或尚未激活，请恢复保护' },
  unknown: { state: 'unknown', sentence: '无法判断磁盘是否加密，请在 Windows 设置中查看' },
}

function disk({ disk: found, isEmbedded }: SafetyFacts): SafetyRow {
  const row = { key: 'disk', name: '磁盘加密' } as const
  if (!isEmbedded) return { ...row, state: 'unknown', sentence: '数据在另一台电脑上，无法判断，请在那台电脑上查看' }
  if (found === null) return { ...row, state: 'unknown', sentence: '正在查看…' }
  return { ...row, ...diskStates[found], ...(found === 'on' ? {} : { link: { label: '查看办法', opens: 'diskHelp' } as const }) }
}

function sharing({ safety: { sharing: shared } }: SafetyFacts): SafetyRow {
  const row = { key: 'sharing', name: '网络共享', link: { label: '网络共享', to: systemPaths.sharing } } as const
  if (!shared.isOn) return { ...row, state: 'good', sentence: '没有打开，只有这台电脑能使用数据' }
  const named = shared.connected
    .slice(0, NAMED)
    .map(({ desk, address, username }) => `${desk === '' ? address : desk}（${username === '' ? '未登录' : username}）`)
  const rest = shared.connected.length > NAMED ? '等' : ''
  const who = shared.connected.length === 0 ? '现在没有其他电脑连接' : `正在使用的电脑 ${shared.connected.length} 台：${named.join('、')}${rest}`
  return { ...row, state: 'good', sentence: `${shared.isSwitchable ? '已打开' : '服务器单独运行，一直开放'}，${who}` }
}

const accountLink = { label: '账号管理', to: systemPaths.accounts } as const

function waiting({ safety }: SafetyFacts): SafetyRow {
  const row = { key: 'waiting', name: '待审核账号', link: accountLink } as const
  const count = safety.accounts.waiting
  if (count === 0) return { ...row, state: 'good', sentence: '没有账号等待审核' }
  return { ...row, state: 'attention', sentence: `有 ${count} 个账号等待审核，请核对是本单位的人再通过` }
}

function accounts({ safety: { accounts: counts } }: SafetyFacts): SafetyRow {
  const row = { key: 'accounts', name: '账号使用', link: accountLink } as const
  if (counts.differing > 0)
    return {
      ...row,
      state: 'action',
      sentence: `有 ${counts.differing} 个账号的角色或状态与操作日志不一致，是绕过本程序改动的，请在“操作日志”中点“校验”查看，并联系技术人员`,
      link: { label: '操作日志', to: systemPaths.journal },
    }
  const found = [
    [counts.toCheck, '个账号的角色待核对'],
    [counts.mustChangePassword, '个账号还在用别人设置的密码'],
    [counts.neverUsed, '个账号没有登录记录'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  if (found.length === 0) return { ...row, state: 'good', sentence: '可以登录的账号都有人使用，密码由本人设置' }
  return { ...row, state: 'attention', sentence: `${found.join('，')}；不再使用的请停用` }
}

function journal({ safety: { journalCheck: check, now }, receivedAt }: SafetyFacts): SafetyRow {
  const row = { key: 'journal', name: '日志校验', link: { label: '操作日志', to: systemPaths.journal } } as const
  if (check?.at == null) return { ...row, state: 'attention', sentence: '操作日志还没有校验过，请在“操作日志”中点“校验”' }
  const when = `${minuteOf(check.at)} 由 ${check.username} 校验`
  if (check.brokenAt !== null)
    return { ...row, state: 'action', sentence: `${when}不通过：第 ${check.brokenAt} 条日志被改动或缺失，请立即停止使用并联系技术支持` }
  if (check.faultCount > 0)
    return {
      ...row,
      state: 'action',
      sentence: `${when}，发现 ${formatCount(check.faultCount)} 处记录与日志不一致，请在“操作日志”中再校验一次，查看是哪些记录`,
    }
  const passed = `${when}通过，${formatCount(check.entryCount)} 条日志完整`
  if (isDue(check.at, now ?? receivedAt)) return { ...row, state: 'attention', sentence: `${passed}；已超过 ${DUE_DAYS} 天，请再校验一次` }
  return { ...row, state: 'good', sentence: passed }
}

function files({ safety: { journalCheck: check } }: SafetyFacts): SafetyRow {
  const row = { key: 'files', name: '图片和附件' } as const
  if (check?.at == null) return { ...row, state: 'unknown', sentence: '还没有核对过，校验操作日志时会一起核对' }
  if (check.fileFaultCount === 0) return { ...row, state: 'good', sentence: `${minuteOf(check.at)} 核对，与日志中的校验值一致` }
  return {
    ...row,
    state: 'action',
    sentence: `${minuteOf(check.at)} 核对，有 ${formatCount(check.fileFaultCount)} 个被绕过本程序改动、换掉或删去，请在“操作日志”中点“校验”查看，并联系技术人员`,
    link: { label: '操作日志', to: systemPaths.journal },
  }
}

function schema({ safety }: SafetyFacts): SafetyRow {
  const row = { key: 'schema', name: '数据库结构' } as const
  if (safety.schema === null) return { ...row, state: 'unknown', sentence: '数据库账号没有建立模式的权限，不能核对，请向数据库管理员确认' }
  const blocking = safety.schema.filter(({ blocks }) => blocks).length
  if (blocking === 0) return { ...row, state: 'good', sentence: '与本程序建立的一致' }
  if (safety.schemaKnown)
    return { ...row, state: 'attention', sentence: `被绕过本程序改动过，共 ${formatCount(blocking)} 处；${knownInWords(safety.schemaKnown)}` }
  return {
    ...row,
    state: 'action',
    sentence: `被绕过本程序改动过，共 ${formatCount(blocking)} 处，请在“操作日志”中点“校验”查看，并联系技术人员`,
    link: { label: '操作日志', to: systemPaths.journal },
  }
}

function signing({ safety: { signing: found } }: SafetyFacts): SafetyRow {
  const row = { key: 'signing', name: '检查点' } as const
  const { keyCount, checkpoint, keptNumber } = found
  if (checkpoint?.at == null) return { ...row, state: 'unknown', sentence: '操作日志还没有检查点，登记第一项内容时会建立' }
  const newest = `最近的检查点 ${minuteOf(checkpoint.at)}（第 ${formatCount(checkpoint.number)} 条日志，核验码 ${checkpoint.code}）`
  const kept = keptNumber === null ? '数据库外没有记录最后一条日志，数据库被换成旧的发现不了' : `数据库外记录到第 ${formatCount(keptNumber)} 条`
  const keys = keyCount > 1 ? `；日志中有 ${keyCount} 把签名密钥，多台服务器或更换过电脑才会这样，请核对` : ''
  return { ...row, state: keptNumber === null ? 'attention' : 'good', sentence: `${newest}，${kept}${keys}` }
}

function clock({ safety: { now, latestEntryAt }, receivedAt }: SafetyFacts): SafetyRow {
  const row = { key: 'clock', name: '时间' } as const
  const serverNow = now ?? receivedAt
  if (latestEntryAt !== null && latestEntryAt - serverNow > CLOCK_TOLERANCE_MS)
    return {
      ...row,
      state: 'action',
      sentence: `服务器时间是 ${minuteOf(serverNow)}，早于最近一次操作（${minuteOf(latestEntryAt)}），现在不能登记任何内容；请校准服务器的日期和时间，时间无误的请确认`,
      link: { label: '确认服务器时间…', opens: 'acceptClock' },
    }
  const ahead = receivedAt - serverNow
  if (Math.abs(ahead) > CLOCK_MS) {
    const difference = `${ahead > 0 ? '快' : '慢'} ${Math.round(Math.abs(ahead) / MINUTE)} 分钟`
    return { ...row, state: 'attention', sentence: `这台电脑的时间比服务器${difference}，请校准两台电脑的日期和时间` }
  }
  return { ...row, state: 'good', sentence: `这台电脑与服务器的时间一致：${minuteOf(serverNow)}` }
}
