import type { Outcome, Failure } from '#shared/bridge/outcome.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/bridge/commands.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import type { OfferedFile } from './offeredFiles.ts'

/** A note on a page, or on the whole file if `sourcePage` is null. */
interface ScanNote {
  readonly sourcePage: number | null
  readonly sentence: string
}

export interface ScanFile {
  readonly key: number
  readonly name: string
  readonly state: 'waiting' | 'reading' | 'done' | 'refused' | 'cancelled'
  /** Null until opened. */
  readonly pageCount: number | null
  /** Pages processed, successfully or not. */
  readonly done: number
  /** Pages already read before. */
  readonly same: number
  readonly notes: readonly ScanNote[]
  /** Reading time so far (ms). */
  readonly ms: number
}

export interface ScanState {
  readonly files: readonly ScanFile[]
  /** `paused`: a problem with the server or the session; waits for the user to resume. */
  readonly status: 'idle' | 'running' | 'paused'
  /** Why it is paused. */
  readonly sentence: string
}

export interface ScanJobDeps {
  readonly activityId: string
  /** Runs a command on this computer. */
  readonly run: <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<Outcome<CommandOutput<N>>>
  /** Whether that many more pages fit: null if so, a message if not, a failure if unknown. */
  readonly checkRoom: (pageCount: number) => Promise<Outcome<string | null>>
  readonly now: () => number
  readonly newBatchId: () => string
  /** Pages were read, or the job ended. */
  readonly onRead: () => void
}

/** Number of pages sent concurrently. */
const LANES = 2
/** Refusals that concern a single page; any other pauses the job. */
const pageReasons = ['reading.damaged', 'reading.tooFewPixels', 'reading.tooManyPixels', 'reading.tooLarge', 'file.contentDiffers', 'file.empty'] as const

interface Task {
  readonly key: number
  readonly name: string
  readonly fileId: string
  readonly sourcePage: number
}

/** The files and their progress; notifies listeners of each change. */
function createFileList() {
  let state: ScanState = { files: [], status: 'idle', sentence: '' }
  const listeners = new Set<() => void>()
  const set = (change: Partial<ScanState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const change = (key: number, changed: (file: ScanFile) => Partial<ScanFile>): void =>
    set({ files: state.files.map((file) => (file.key === key ? { ...file, ...changed(file) } : file)) })
  return {
    state: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set,
    change,
    note: (key: number, sourcePage: number | null, sentence: string): void =>
      change(key, ({ notes }) => ({ notes: [...notes, { sourcePage, sentence }].sort((a, b) => (a.sourcePage ?? 0) - (b.sourcePage ?? 0)) })),
    stateOf: (key: number) => state.files.find((file) => file.key === key)?.state,
    hasOpen: () => state.files.some(isOpen),
    pause: (failure: Failure): void => {
      if (state.status === 'running') set({ status: 'paused', sentence: failure.message })
    },
  }
}
type FileList = ReturnType<typeof createFileList>

export const isOpen = ({ state }: Pick<ScanFile, 'state'>): boolean => state === 'waiting' || state === 'reading'

/** Opens the next waiting file and returns its pages; empty if the file is refused or the job is paused. */
async function openNext(
  list: FileList,
  offered: ReadonlyMap<number, OfferedFile>,
  { run, checkRoom }: Pick<ScanJobDeps, 'run' | 'checkRoom'>,
): Promise<Task[]> {
  const next = list.state().files.find(({ state }) => state === 'waiting')
  if (!next) return []
  const { key, name } = next
  const refuse = (sentence: string): Task[] => {
    list.change(key, () => ({ state: 'refused' }))
    list.note(key, null, sentence)
    return []
  }
  const stop = (failure: Failure): Task[] => {
    if (list.stateOf(key) === 'reading') list.change(key, () => ({ state: 'waiting' }))
    list.pause(failure)
    return []
  }
  list.change(key, () => ({ state: 'reading' }))
  const bytes = (await offered.get(key)?.bytes()) ?? null
  if (bytes === null) return refuse('文件无法读取，可能已被移动、删除或正在被别的程序使用')
  const opened = await run('scan.open', { name, bytes })
  if (!opened.ok) return stop(opened.failure)
  if ('problem' in opened.value) return refuse(opened.value.problem)
  const { fileId, pageCount } = opened.value
  const room = await checkRoom(pageCount)
  if (list.stateOf(key) === 'reading' && room.ok && room.value === null) {
    list.change(key, () => ({ pageCount }))
    return Array.from({ length: pageCount }, (_, index) => ({ key, name, fileId, sourcePage: index + 1 }))
  }
  void run('scan.close', { fileId })
  return room.ok && room.value === null ? [] : stop(room.ok ? { kind: 'local', message: room.value ?? '' } : room.failure)
}

/** The pages of open files: waiting ones and those in progress. */
function createPages(list: FileList, { activityId, run, now, onRead }: ScanJobDeps, batchId: () => string) {
  /** In sending order. */
  let waiting: Task[] = []
  /** Number of a file's pages in progress. */
  const underWay = new Map<number, number>()
  const count = (key: number, by: number) => underWay.set(key, (underWay.get(key) ?? 0) + by)

  /** Closes a file that has no more pages. */
  function closeEnded({ key, fileId }: Task): void {
    if (waiting.some((task) => task.key === key) || (underWay.get(key) ?? 0) > 0) return
    if (list.stateOf(key) === 'reading') list.change(key, () => ({ state: 'done' }))
    void run('scan.close', { fileId })
  }

  return {
    take: () => waiting.shift() ?? null,
    add: (tasks: readonly Task[]) => {
      waiting = [...waiting, ...tasks]
    },
    /** Drops the waiting pages of a file. */
    drop(key: number): void {
      const first = waiting.find((task) => task.key === key)
      waiting = waiting.filter((task) => task.key !== key)
      if (first) closeEnded(first)
    },
    /** Sends a page and records its notes; a page that failed to send is queued again. */
    async send(task: Task): Promise<void> {
      const { key, name, fileId, sourcePage } = task
      const begun = now()
      count(key, 1)
      const sent = await run('scan.send', { fileId, sourcePage, activityId, batchId: batchId(), source: name })
      count(key, -1)
      if (!sent.ok && !isRefusedFor(sent.failure, ...pageReasons)) {
        if (list.stateOf(key) === 'reading') waiting = [task, ...waiting]
        return list.pause(sent.failure)
      }
      const page = sent.ok && 'page' in sent.value ? sent.value.page : null
      const sentence = !sent.ok ? sent.failure.message : 'problem' in sent.value ? sent.value.problem : sent.value.page.message
      if (sentence !== '') list.note(key, sourcePage, sentence)
      list.change(key, ({ done, same, ms }) => ({ done: done + 1, same: same + (page?.isSame ? 1 : 0), ms: ms + (now() - begun) }))
      if (page && page.id !== '') onRead()
      closeEnded(task)
    },
  }
}

/** Reads files page by page, at most {@link LANES} at once; only pages in progress are held in memory. */
export function createScanJob(deps: ScanJobDeps) {
  const list = createFileList()
  const offered = new Map<number, OfferedFile>()
  let batchId = deps.newBatchId()
  const pages = createPages(list, deps, () => batchId)
  let nextKey = 1
  let opening: Promise<void> | null = null
  let lanes = 0

  async function nextPage(): Promise<Task | null> {
    while (list.state().status === 'running') {
      const task = pages.take()
      if (task) return task
      if (!opening && !list.state().files.some(({ state }) => state === 'waiting')) return null
      opening ??= openNext(list, offered, deps)
        .then(pages.add)
        .finally(() => (opening = null))
      await opening
    }
    return null
  }

  async function lane(): Promise<void> {
    for (let task = await nextPage(); task; task = await nextPage()) await pages.send(task)
  }

  function start(): void {
    if (!list.hasOpen()) return
    list.set({ status: 'running', sentence: '' })
    for (; lanes < LANES; lanes += 1)
      void lane().finally(() => {
        lanes -= 1
        if (lanes > 0 || list.state().status !== 'running') return
        list.set({ status: 'idle' })
        deps.onRead()
      })
  }

  return {
    state: list.state,
    listen: list.listen,
    /** Adds files; unreadable ones are listed with a message. */
    add(files: readonly OfferedFile[]): void {
      if (!list.hasOpen()) batchId = deps.newBatchId()
      const added = files.map((file): ScanFile => {
        const key = nextKey++
        if (file.problem === null) offered.set(key, file)
        const notes = file.problem === null ? [] : [{ sourcePage: null, sentence: file.problem }]
        return { key, name: file.name, state: file.problem === null ? 'waiting' : 'refused', pageCount: null, done: 0, same: 0, notes, ms: 0 }
      })
      list.set({ files: [...list.state().files, ...added] })
      if (list.state().status !== 'paused') start()
    },
    resume: start,
    /** Stops sending a file's pages; pages already read stay. */
    cancel(key: number): void {
      list.change(key, (file) => (isOpen(file) ? { state: 'cancelled' } : {}))
      pages.drop(key)
      if (list.state().status === 'paused' && !list.hasOpen()) list.set({ status: 'idle', sentence: '' })
    },
    /** Removes finished files from the list. */
    clear: () => list.set({ files: list.state().files.filter(isOpen) }),
  }
}
export type ScanJob = ReturnType<typeof createScanJob>
