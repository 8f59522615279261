import { checkpointKindNames } from '#shared/features/journal/checkpoint.ts'
import type { Printed } from '#shared/features/journal/contract.ts'
import type { Db } from '../../database/schema.ts'
import { isSignedBy } from '../../kernel/signingKey.ts'
import { canonical } from './canonical.ts'
import { checkpointOf, plainCodeOf } from './checkpoint.ts'
import { checkpointedSteps, checkpointStore, type CheckedRow } from './checkpointStore.ts'
import { namedKeys } from './namedKeys.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Checkpoints per turn of the event loop: a signature takes about 0.1 ms. */
const AT_ONCE = 50
/** Faults listed in the answer; further ones are only counted. */
const MAX_FAULTS = 100

/** A fault of a checkpoint, or a missing one. */
export interface CheckpointFault {
  /** The number of its entry. */
  readonly number: number
  readonly reason: string
}

/** Result of checking the checkpoints. */
export interface CheckpointCheck {
  readonly checked: number
  /** The first hundred. */
  readonly faults: CheckpointFault[]
  readonly faultCount: number
}

/**
 * Checks all checkpoints (`proof-layout.md` section 4), and looks up the one with a printed 核验码.
 *
 * Steps of activities taken before the first key was named, or whose entry says that there was no key, need no checkpoint.
 *
 * @param code 32 lower-case hexadecimal characters; `''` for no lookup
 * @throws the signal's reason if it aborts
 */
export async function checkCheckpoints(db: Db, code: string, signal: AbortSignal): Promise<CheckpointCheck & { readonly printed: Printed }> {
  const store = checkpointStore(db)
  const keys = await namedKeys(db)
  const faults: CheckpointFault[] = []
  let [lastId, checked, faultCount] = [0, 0, 0]
  let printed: Printed = code === '' ? 'none' : 'missing'
  const report = (number: number, reason: string): void => {
    faultCount++
    if (faults.length < MAX_FAULTS) faults.push({ number, reason })
  }
  for (;;) {
    await yieldToEventLoop()
    signal.throwIfAborted()
    const rows = await store.checkedAfter(lastId, AT_ONCE)
    for (const row of rows) {
      if (row.id !== lastId + 1) report(row.number, '此前的检查点缺失')
      const reason = faultOf(row, keys)
      if (reason !== null) report(row.number, reason)
      if (code !== '' && plainCodeOf(row.content) === code) printed = isSigned(row) && holds(row) ? 'found' : 'differs'
      lastId = row.id
      checked++
    }
    if (rows.length < AT_ONCE) break
  }
  const firstKey = Math.min(...keys.values())
  const missing = keys.size === 0 ? [] : await store.stepsWithoutCheckpoint(firstKey)
  for (const { number, action, content } of missing) {
    if (saysUnsigned(content)) continue
    report(number, `没有“${checkpointKindNames[checkpointedSteps[action as keyof typeof checkpointedSteps]]}”的检查点`)
  }
  return { checked, faults, faultCount, printed }
}

/** Whether a step's entry says that the server had no signing key. */
function saysUnsigned(content: string | null): boolean {
  try {
    return (JSON.parse(content ?? '') as { readonly after?: { readonly isUnsigned?: unknown } | null }).after?.isUnsigned === true
  } catch {
    return false
  }
}

/** Whether a checkpoint's lookup columns match the signed text, and the signature is valid. */
function isSigned(row: CheckedRow): boolean {
  return canonical(checkpointOf(row)) === row.content && isSignedBy(row.public_key, row.content, row.signature)
}

/** Whether the chain contains the checkpoint's entry. */
const holds = ({ hash, chain_hash: chainHash }: CheckedRow): boolean => chainHash === hash

function faultOf(row: CheckedRow, keys: ReadonlyMap<string, number>): string | null {
  if (!isSigned(row)) return '签名不正确'
  if (row.chain_hash === null) return '日志没有这一条'
  if (!holds(row)) return '日志在这一条的校验值与检查点不同'
  return keys.has(row.public_key) ? null : '签名的公钥没有记入日志'
}
