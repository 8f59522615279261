import type { Failure } from '#shared/bridge/outcome.ts'
import type { UnknownColumns } from '#shared/import/columns.ts'
import type { Correction, ImportRefusal } from '#shared/import/contract.ts'
import { isRefusedFor } from '../../../../bridge/failure.ts'
import { createImportStore, POLL_MS, type ImportEffects, type ImportState, type ImportStore, type UnansweredImport } from './importState.ts'
import { endOfJob, verdictAfterLoss } from './lostImport.ts'
import type { FileRefusal, Workbook } from './workbookFile.ts'

/** An import and its operations; none of them rejects. */
export interface ImportWork {
  readonly state: () => ImportState
  /** Calls `changed` after each change; returns a function to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
  /** Shows why a file was rejected. */
  readonly refuse: (refusal: FileRefusal) => void
  /** Checks a file by a dry run. Ignored while an import is running. */
  readonly check: (file: Workbook) => Promise<void>
  /** Replaces the corrections not checked yet. Ignored if no invalid rows are shown. */
  readonly amend: (drafts: readonly Correction[]) => void
  /** Imports the checked file. Ignored unless a check has just completed, so that it cannot start twice. */
  readonly begin: () => Promise<void>
  /** Cancels a check immediately, an import as soon as the server stops it. */
  readonly cancel: () => Promise<void>
  /** Finds out how an import ended whose answer was lost. */
  readonly findOut: () => Promise<void>
  /** Returns to choosing a file. Ignored while an import is running. */
  readonly reset: () => void
}

interface Request {
  readonly turn: number
  readonly jobId: string
}

/**
 * An import, from file to end, independent of the screen showing it.
 *
 * Kept outside the screens: leaving or closing a tab neither stops nor loses it.
 */
export function createImportWork(effects: ImportEffects): ImportWork {
  const store = createImportStore()
  const { state, become, subscribe, beginTurn, isTurn } = store
  const isBusy = () => state().step === 'write'
  /** The latest request. */
  let latest: Request = { turn: 0, jobId: '' }

  /** Begins a turn with a new job and follows its progress. */
  const beginJob = (next: ImportState) => {
    latest = { turn: beginTurn(), jobId: effects.newJobId() }
    become(next)
    void followProgress(effects, store, latest)
    return latest
  }

  /** `before`: the import whose answer was lost and whose traces this check looks for; null for a fresh file. */
  const check = async (file: Workbook, before: UnansweredImport | null) => {
    if (isBusy()) return
    const { turn, jobId } = beginJob({ step: 'check', file, progress: null })
    try {
      const result = await effects.send(file, { isDryRun: true, jobId })
      if (isTurn(turn)) become({ step: 'checked', file, check: result, lost: before === null ? null : verdictAfterLoss(before.check, result) })
    } catch (error) {
      if (!isTurn(turn)) return
      const failure = effects.failureOf(error)
      if (before !== null && failure.kind === 'unreachable') become({ step: 'unknown', file, ...before, isAsking: false })
      else become(failedState(effects, { during: 'check', file, jobId }, failure))
    }
  }

  const begin = async () => {
    const checked = state()
    if (checked.step !== 'checked') return
    const { file, check: found } = checked
    const { turn, jobId } = beginJob({ step: 'write', file, check: found, progress: null, isCancelling: false })
    try {
      const result = await effects.send(file, { isDryRun: false, jobId })
      if (isTurn(turn)) become({ step: 'done', file, result })
      effects.written()
    } catch (error) {
      const failure = effects.failureOf(error)
      if (failure.kind === 'unreachable') effects.written()
      if (!isTurn(turn)) return
      if (failure.kind === 'unreachable') become({ step: 'unknown', file, check: found, jobId, isAsking: false })
      else if (isRefusedFor(failure, 'job.cancelled')) become({ step: 'cancelled', during: 'write', file })
      else become(failedState(effects, { during: 'write', file, jobId }, failure))
    }
  }

  /** Returns to choosing a file, with the reason if the last one was rejected. */
  const choose = (refusal: FileRefusal | null) => {
    if (isBusy()) return
    beginTurn()
    become({ step: 'choose', refusal })
  }

  return {
    state,
    subscribe,
    refuse: choose,
    check: (file) => check(file, null),
    amend: (drafts) => {
      const now = state()
      if (now.step === 'wrongRows') become({ ...now, drafts })
    },
    begin,
    cancel: () => cancelRequest(effects, store, latest),
    findOut: () => findOutEnd(effects, store, check),
    reset: () => choose(null),
  }
}

/** Polls a job's progress until its turn is over; failed requests are ignored, since the next one follows soon. */
async function followProgress(effects: ImportEffects, { state, become, isTurn }: ImportStore, { turn, jobId }: Request) {
  const shown = () => {
    const now = state()
    return isTurn(turn) && (now.step === 'check' || now.step === 'write') ? now : null
  }
  for (;;) {
    await effects.wait(POLL_MS)
    if (shown() === null) return
    const progress = await effects.progress(jobId).catch(() => null)
    const now = shown()
    if (now === null) return
    if (progress !== null) become({ ...now, progress })
  }
}

/** Cancels a check immediately, an import as soon as the server stops it. */
async function cancelRequest(effects: ImportEffects, { state, become, beginTurn, isTurn }: ImportStore, { turn, jobId }: Request) {
  const now = state()
  if (now.step === 'check') {
    beginTurn()
    become({ step: 'cancelled', during: 'check', file: now.file })
    await effects.cancel(jobId).catch(() => {
      // A check writes nothing, so it does not matter whether the server stops it early.
    })
  } else if (now.step === 'write' && !now.isCancelling) {
    become({ ...now, isCancelling: true })
    try {
      await effects.cancel(jobId)
    } catch {
      // Already finished, or the call was lost: the import's own answer shows how it ended; until then 取消 can be pressed again.
      const then = state()
      if (isTurn(turn) && then.step === 'write') become({ ...then, isCancelling: false })
    }
  }
}

/** Finds out how an import ended whose answer was lost. */
async function findOutEnd(
  effects: ImportEffects,
  { state, become, beginTurn, isTurn }: ImportStore,
  check: (file: Workbook, before: UnansweredImport) => Promise<void>,
): Promise<void> {
  const lost = state()
  if (lost.step !== 'unknown' || lost.isAsking) return
  const { file, check: found, jobId } = lost
  const turn = beginTurn()
  become({ ...lost, isAsking: true })
  try {
    const end = await endOfJob(effects, jobId, () => isTurn(turn))
    if (!isTurn(turn)) return
    if (end === null) await check(file, { check: found, jobId })
    else if (end === 'finished') become({ step: 'done', file, result: null })
    else if (end === 'cancelled') become({ step: 'cancelled', during: 'write', file })
    else become({ step: 'failed', during: 'write', file, sentence: '导入没有完成，未写入任何数据，请重新导入' })
    effects.written()
  } catch {
    if (isTurn(turn)) become({ step: 'unknown', file, check: found, jobId, isAsking: false })
  }
}

interface Failed {
  readonly during: 'check' | 'write'
  readonly file: Workbook
  readonly jobId: string
}

function failedState({ sentenceOf }: ImportEffects, { during, file, jobId }: Failed, failure: Failure): ImportState {
  if (isRefusedFor(failure, 'workbook.wrongRows') && isImportRefusal(failure.data)) return { step: 'wrongRows', file, refusal: failure.data, jobId, drafts: [] }
  const sentence = sentenceOf(failure)
  if (isRefusedFor(failure, 'workbook.noHeader', 'workbook.sameColumnTwice')) {
    const unknown = failure.data as UnknownColumns // as both refusals have it
    if (unknown.needed.length > 0 && unknown.columns.length > 0) return { step: 'columns', file, sentence, unknown }
  }
  return { step: 'failed', during, file, sentence: failure.kind === 'unreachable' ? `上传失败：${sentence}` : sentence }
}

/** Whether the data of a refusal lists invalid rows (`wire.md` section 3). */
function isImportRefusal(data: unknown): data is ImportRefusal {
  return (
    typeof data === 'object' &&
    data !== null &&
    'message' in data &&
    typeof data.message === 'string' &&
    'errorCount' in data &&
    typeof data.errorCount === 'number' &&
    'errors' in data &&
    Array.isArray(data.errors)
  )
}
