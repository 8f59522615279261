import type { Failure } from '#shared/bridge/outcome.ts'
import type { JobProgress } from '#shared/features/job/contract.ts'
import type { ImportRefusal, ImportResult } from '#shared/import/contract.ts'
import { isRefusedFor } from '../../../../bridge/failure.ts'
import type { FileRefusal, Workbook } from './workbookFile.ts'

/** Milliseconds between two requests for the progress. */
const POLL_MS = 300

/** How many times in a row a job may be said to wait before it counts as forgotten. */
const PATIENCE = 5

/** What a second check tells about an import whose result was lost with the connection. */
export type LostVerdict = 'written' | 'notWritten' | 'unclear'

/** Where one import stands, from the file to its end. */
export type ImportState =
  | { readonly step: 'choose'; readonly refusal: FileRefusal | null }
  | { readonly step: 'check'; readonly file: Workbook; readonly progress: JobProgress | null }
  | { readonly step: 'checked'; readonly file: Workbook; readonly check: ImportResult; readonly lost: LostVerdict | null }
  | { readonly step: 'write'; readonly file: Workbook; readonly check: ImportResult; readonly progress: JobProgress | null; readonly isCancelling: boolean }
  /** `result` is null where the job is known to have finished but its answer was lost. */
  | { readonly step: 'done'; readonly file: Workbook; readonly result: ImportResult | null }
  | { readonly step: 'wrongRows'; readonly file: Workbook; readonly refusal: ImportRefusal; readonly jobId: string }
  | { readonly step: 'failed'; readonly during: 'check' | 'write'; readonly file: Workbook; readonly sentence: string }
  | { readonly step: 'cancelled'; readonly during: 'check' | 'write'; readonly file: Workbook }
  /** The server went away in mid-import: all rows are written, or none. */
  | { readonly step: 'unknown'; readonly file: Workbook; readonly check: ImportResult; readonly jobId: string; readonly isAsking: boolean }

interface Unheard {
  readonly check: ImportResult
  readonly jobId: string
}

/** What an import does to the world. `send`, `progress` and `cancel` reject with what `failureOf` understands. */
export interface ImportEffects {
  readonly send: (file: Workbook, options: { readonly isDryRun: boolean; readonly jobId: string }) => Promise<ImportResult>
  readonly progress: (jobId: string) => Promise<JobProgress>
  readonly cancel: (jobId: string) => Promise<unknown>
  readonly failureOf: (error: unknown) => Failure
  readonly sentenceOf: (failure: Failure) => string
  readonly newJobId: () => string
  readonly wait: (milliseconds: number) => Promise<void>
  /** Something was written, or may have been: what is on screen is out of date. */
  readonly written: () => void
}

export interface ImportWork {
  readonly state: () => ImportState
  /** Called after each change; the returned function stops. */
  readonly subscribe: (listener: () => void) => () => void
  /** Says why a file was not taken. */
  readonly refuse: (refusal: FileRefusal) => void
  /** Checks a file by a run that writes nothing. Ignored while an import runs. */
  readonly check: (file: Workbook) => Promise<void>
  /** Imports the checked file. Ignored unless one has just been checked, so that it cannot begin twice. */
  readonly begin: () => Promise<void>
  /** Stops the check at once, the import as soon as the server lets go of it. */
  readonly cancel: () => Promise<void>
  /** Finds out how an import ended whose answer was lost. */
  readonly findOut: () => Promise<void>
  /** Back to choosing a file. Ignored while an import runs. */
  readonly reset: () => void
}

/**
 * One import, from the file to its end, whatever screen looks at it.
 *
 * It is kept outside the screens: a tab that is left, or closed, neither stops nor loses it. An answer that arrives after
 * the user has turned to something else is dropped by its turn's number.
 */
export function createImportWork(effects: ImportEffects): ImportWork {
  let state: ImportState = { step: 'choose', refusal: null }
  let turn = 0
  let jobId = ''
  const listeners = new Set<() => void>()

  const become = (next: ImportState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const isBusy = () => state.step === 'write'

  /** Keeps the progress on screen until the turn is over; an ask that fails is worth nothing, the next one comes soon. */
  const follow = async (own: number, job: string) => {
    for (;;) {
      await effects.wait(POLL_MS)
      if (own !== turn || (state.step !== 'check' && state.step !== 'write')) return
      const progress = await effects.progress(job).catch(() => null)
      if (own !== turn || (state.step !== 'check' && state.step !== 'write')) return
      if (progress !== null) become({ ...state, progress })
    }
  }

  const failed = (during: 'check' | 'write', file: Workbook, job: string, error: unknown): ImportState => {
    const failure = effects.failureOf(error)
    if (isRefusedFor(failure, 'workbook.wrongRows') && isImportRefusal(failure.data)) return { step: 'wrongRows', file, refusal: failure.data, jobId: job }
    const sentence = effects.sentenceOf(failure)
    return { step: 'failed', during, file, sentence: failure.kind === 'unreachable' ? `上传失败：${sentence}` : sentence }
  }

  /** `before`: the import whose answer was lost and that this check is to find traces of; null for a fresh file. */
  const check = async (file: Workbook, before: Unheard | null) => {
    if (isBusy()) return
    const own = ++turn
    const job = effects.newJobId()
    jobId = job
    become({ step: 'check', file, progress: null })
    void follow(own, job)
    try {
      const result = await effects.send(file, { isDryRun: true, jobId: job })
      if (own === turn) become({ step: 'checked', file, check: result, lost: before === null ? null : verdictAfterLoss(before.check, result) })
    } catch (error) {
      if (own !== turn) return
      if (before !== null && effects.failureOf(error).kind === 'unreachable') become({ step: 'unknown', file, ...before, isAsking: false })
      else become(failed('check', file, job, error))
    }
  }

  const begin = async () => {
    if (state.step !== 'checked') return
    const { file, check: checked } = state
    const own = ++turn
    const job = effects.newJobId()
    jobId = job
    become({ step: 'write', file, check: checked, progress: null, isCancelling: false })
    void follow(own, job)
    try {
      const result = await effects.send(file, { isDryRun: false, jobId: job })
      if (own === turn) become({ step: 'done', file, result })
      effects.written()
    } catch (error) {
      const failure = effects.failureOf(error)
      if (failure.kind === 'unreachable') effects.written()
      if (own !== turn) return
      if (failure.kind === 'unreachable') become({ step: 'unknown', file, check: checked, jobId: job, isAsking: false })
      else if (isRefusedFor(failure, 'job.cancelled')) become({ step: 'cancelled', during: 'write', file })
      else become(failed('write', file, job, error))
    }
  }

  const cancel = async () => {
    if (state.step === 'check') {
      turn += 1
      become({ step: 'cancelled', during: 'check', file: state.file })
      await effects.cancel(jobId).catch(() => {
        // A check writes nothing: whether the server still ends it early is its own affair.
      })
    } else if (state.step === 'write' && !state.isCancelling) {
      const own = turn
      become({ ...state, isCancelling: true })
      try {
        await effects.cancel(jobId)
      } catch {
        // Already finished, or the call was lost: the import's own answer shows how it ended; until then 取消 may be pressed again.
        if (own === turn && state.step === 'write') become({ ...state, isCancelling: false })
      }
    }
  }

  /**
   * Waits for a job whose answer was lost, as long as the server knows it. Null: it does not.
   *
   * A server that has forgotten a job, or never had it, says that it waits. Such a job is cancelled, so that a file
   * which is still on its way cannot be written behind the user's back.
   */
  const endOfJob = async (own: number, job: string): Promise<JobProgress['stage'] | null> => {
    for (let waited = 0; waited < PATIENCE;) {
      const { stage } = await effects.progress(job)
      if (own !== turn) return null
      if (stage === 'finished' || stage === 'failed' || stage === 'cancelled') return stage
      waited = stage === 'waiting' ? waited + 1 : 0
      await effects.wait(POLL_MS)
    }
    await effects.cancel(job)
    return null
  }

  const findOut = async () => {
    if (state.step !== 'unknown' || state.isAsking) return
    const { file, check: checked, jobId: job } = state
    const own = ++turn
    become({ ...state, isAsking: true })
    try {
      const end = await endOfJob(own, job)
      if (own !== turn) return
      if (end === null) await check(file, { check: checked, jobId: job })
      else if (end === 'finished') become({ step: 'done', file, result: null })
      else if (end === 'cancelled') become({ step: 'cancelled', during: 'write', file })
      else become({ step: 'failed', during: 'write', file, sentence: '导入没有完成，未写入任何数据，请重新导入' })
      effects.written()
    } catch {
      if (own === turn) become({ step: 'unknown', file, check: checked, jobId: job, isAsking: false })
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refuse: (refusal) => {
      if (isBusy()) return
      turn += 1
      become({ step: 'choose', refusal })
    },
    check: (file) => check(file, null),
    begin,
    cancel,
    findOut,
    reset: () => {
      if (isBusy()) return
      turn += 1
      become({ step: 'choose', refusal: null })
    },
  }
}

/**
 * Whether an import whose answer was lost has written, judged by a second check of the same file.
 *
 * An import is all or nothing: properties that were to be inserted are there now, or they still are to be inserted. A file
 * that only updates looks the same before and after.
 */
export function verdictAfterLoss(before: ImportResult, now: ImportResult): LostVerdict {
  if (before.inserted === 0) return 'unclear'
  if (now.inserted === 0) return 'written'
  return now.inserted === before.inserted ? 'notWritten' : 'unclear'
}

/** True for the data of a refusal that names wrong rows (`wire.md` section 3). */
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
