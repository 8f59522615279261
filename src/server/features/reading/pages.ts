import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Binary, UploadedFile } from '#shared/contract/endpoint.ts'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { ReadPage, ReadSlot } from '#shared/features/reading/pageContract.ts'
import { FLAT_MESSAGE, keptStatuses, pageMessages, PageStatus, waitingStatuses } from '#shared/features/reading/pageRules.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { inJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { FileService } from '../file/service.ts'
import type { PaperService } from '../paper/service.ts'
import type { PageReader } from './reader.ts'
import { rowPart, signaturePart, type DrawOrder, type Geometry } from './recognition/drawing.ts'
import { answersInWords, pageFileRefusal, slotsByHand, slotsOf, statusOf } from './pageReadings.ts'
import { hidesPages, pageStore, type FoundPage, type PageChoice } from './pageStore.ts'
import { readPaper, removeReadingsOf } from './scans.ts'

export interface ReadingPageDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: Pick<ActivityService, 'require' | 'requireStep' | 'ofKey' | 'whole'>
  readonly files: Pick<FileService, 'keepPicture' | 'bytes' | 'removeUnreferenced'>
  readonly papers: Pick<PaperService, 'layoutOf' | 'deadSentence' | 'requireLive'>
  readonly reader: PageReader
  readonly freeBytes: () => Promise<number | null>
}

interface SentPage {
  readonly activityId: string
  readonly batchId: string
  readonly source: string
  readonly sourcePage: number
  readonly file: UploadedFile
}

/** 票面读数: scanned or photographed ballot pages, recognized and stored (`reading.md` section 1). Nothing here is counted. */
export function createReadingPages(deps: ReadingPageDeps) {
  return { ...createPageIntake(deps), ...createPageList(deps), ...createPageChanges(deps), ...createPageStrips(deps) }
}
export type ReadingPages = ReturnType<typeof createReadingPages>

/** The recognized rows of a page, as stored. */
const slotsIn = (row: Pick<FoundPage, 'slots'>): ReadSlot[] => JSON.parse(row.slots) as ReadSlot[] // the program wrote it

function toPage(row: FoundPage, { isSame, dead }: { readonly isSame: boolean; readonly dead: string | null }): ReadPage {
  const { status } = row
  const isFlat = row.is_flat === 1
  return {
    id: row.public_id,
    status,
    isSame,
    code: row.code,
    page: row.page,
    pageCount: row.page_count,
    source: row.source,
    sourcePage: row.source_page,
    by: row.by,
    at: row.created_at,
    turned: row.turned,
    isFlat,
    slots: slotsIn(row),
    message: messageOf(status, isFlat, dead),
  }
}

function messageOf(status: PageStatus, isFlat: boolean, dead: string | null): string {
  if (status === PageStatus.dead) return dead ?? ''
  return status === PageStatus.read && isFlat ? FLAT_MESSAGE : pageMessages[status]
}

/** A page's journal fields. */
const inEntry = (activity: ActivityRecord, page: Pick<FoundPage, 'code' | 'page' | 'status' | 'slots' | 'source' | 'source_page' | 'sha256'>) => ({
  ...inJournal(activity),
  markedCode: page.code,
  pageNumber: page.page,
  pageStatus: page.status,
  readAnswers: answersInWords(slotsIn(page)),
  sourceFile: page.source,
  sourcePage: page.source_page,
  sha256: page.sha256,
})

function createPageIntake({ database, clock, activities, files, papers, reader }: ReadingPageDeps) {
  async function known(db: Kysely<Schema>, activity: ActivityRecord, sha256: string): Promise<ReadPage | null> {
    const row = await pageStore(db).ofBytes(activity.id, sha256)
    return row ? toPage(row, { isSame: true, dead: row.code === '' ? null : await papers.deadSentence(db, activity.id, row.code) }) : null
  }

  /** Recognizes a page, and returns the columns to store if it is kept. */
  async function readOf(activity: ActivityRecord, { file, batchId, source, sourcePage }: SentPage, sha256: string, caller: Caller) {
    const db = database.read
    const layout = await papers.layoutOf(db, activity.id)
    const found = await reader.read(file.bytes, { key: sha256, layout, signal: caller.signal })
    const mark = 'mark' in found ? found.mark : null
    const dead = mark ? await papers.deadSentence(db, activity.id, mark.code) : null
    const status = statusOf(found, dead)
    const geometry: Geometry | null = found.kind === 'read' ? { toPicture: found.toPicture, isInverted: found.isInverted } : null
    const row = {
      code: mark?.code ?? '',
      page: mark?.page ?? 0,
      page_count: layout && mark ? layout.layout.pages.filter(({ kind }) => kind === 'ballot').length : 0,
      layout_id: mark?.layoutId ?? '',
      status,
      batch_id: batchId,
      source,
      source_page: sourcePage,
      sha256,
      geometry: geometry ? JSON.stringify(geometry) : '',
      turned: found.kind === 'read' ? found.turned : 0,
      is_flat: found.kind === 'read' && found.isFlat ? 1 : 0,
      slots: JSON.stringify(slotsOf(found)),
      created_by: caller.userKey,
      created_at: clock.now(),
      assigned_by: null,
      assigned_at: null,
    }
    return { row, dead }
  }

  return {
    /**
     * Recognizes a page, and stores it if it belongs, or may turn out to belong, to the activity.
     *
     * @throws Refusal `file.empty`, `reading.damaged`, `reading.tooManyPixels`, `reading.tooFewPixels` (400),
     * `activity.notFound` (404), `activity.wrongStatus` (409), `file.contentDiffers` (415)
     */
    async page(sent: SentPage, caller: Caller): Promise<ReadPage> {
      const { file, activityId } = sent
      const activity = await activities.requireStep(database.read, activityId, 'readPages', caller)
      const refusal = pageFileRefusal(file.bytes)
      if (refusal !== null) throw new Refusal(refusal)
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      const stored = await known(database.read, activity, sha256)
      if (stored) return stored
      const { row, dead } = await readOf(activity, sent, sha256, caller)
      const by = caller.user?.nickName ?? ''
      if (!keptStatuses.has(row.status)) return toPage({ ...row, id: 0, public_id: '', activity_id: activity.id, pictures: '[]', by }, { isSame: false, dead })
      return database.write(async ({ tx, journal }) => {
        const still = await activities.requireStep(tx, activityId, 'readPages', caller)
        // the same page sent twice concurrently
        const meanwhile = await known(tx, still, sha256)
        if (meanwhile) return meanwhile
        const id = newId()
        const pictures = [`/file/${id}`]
        const page = { ...row, public_id: id, activity_id: still.id, pictures: JSON.stringify(pictures) }
        await files.keepPicture(tx, { id, name: sent.source, bytes: file.bytes }, caller)
        await pageStore(tx).insert(page)
        const after = { ...inEntry(still, page), batchId: page.batch_id, pictures }
        const isOfPaper = page.status === PageStatus.read || page.status === PageStatus.dead
        const reading = isOfPaper ? await readPaper(tx, activities, still, page.code, page.created_at) : {}
        const state = { ...(await stateOf(tx, { pages: [id] })), ...reading }
        journal.record({ caller, action: 'reading.page', subject: id, before: null, after, state })
        return toPage({ ...page, id: 0, by }, { isSame: false, dead })
      })
    },
  }
}

const isWaiting = (status: PageStatus): boolean => waitingStatuses.some((waiting) => waiting === status)

function createPageList({ database, activities, papers, freeBytes }: ReadingPageDeps) {
  return {
    /**
     * The stored pages of a vote, newest first.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async pages({ activityId, ...choice }: { readonly activityId: string } & PageChoice): Promise<Page<ReadPage>> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const { rows, total } = await pageStore(db).list(activity.id, choice)
      const pages: ReadPage[] = []
      for (const row of rows) {
        const dead = row.status === PageStatus.dead ? await papers.deadSentence(db, activity.id, row.code) : null
        pages.push(toPage(row, { isSame: false, dead }))
      }
      return { rows: pages, total }
    },
    room: async (): Promise<{ freeBytes: number | null }> => ({ freeBytes: await freeBytes() }),
  }
}

function createPageChanges({ database, clock, activities, files, papers }: ReadingPageDeps) {
  /** A page in an activity whose pages may still be read or assigned, with that activity. */
  async function requirePage(tx: Kysely<Schema>, id: string, caller: Caller) {
    const row = await pageStore(tx).find(id)
    if (!row) throw new Refusal('reading.noPage')
    const { public_id: activityId } = await activities.ofKey(tx, row.activity_id)
    return { row, activity: await activities.requireStep(tx, activityId, 'readPages', caller) }
  }

  return {
    /**
     * Identifies a page whose code was not found, or which could not be located: its rows are left to a person.
     *
     * @throws Refusal `reading.noSuchPage` (400), `reading.noPage`, `voting.unknownCode` (404); 409 with
     * `activity.wrongStatus`, `reading.assigned`, `paper.spoiled` or `paper.replaced`
     */
    assign: ({ id, code, page }: { readonly id: string; readonly code: string; readonly page: number }, caller: Caller): Promise<ReadPage> =>
      database.write(async ({ tx, journal }) => {
        const { row, activity } = await requirePage(tx, id, caller)
        if (!isWaiting(row.status)) throw new Refusal('reading.assigned')
        await papers.requireLive(tx, activity.id, code)
        const layout = await papers.layoutOf(tx, activity.id)
        const shown = layout?.layout.pages[page - 1]
        if (!layout || shown?.kind !== 'ballot') throw new Refusal('reading.noSuchPage', { page })
        const assigned = {
          code,
          page,
          page_count: layout.layout.pages.filter(({ kind }) => kind === 'ballot').length,
          layout_id: layout.layoutId,
          status: PageStatus.read,
          slots: JSON.stringify(slotsByHand(shown)),
          assigned_by: caller.userKey,
          assigned_at: clock.now(),
        }
        await pageStore(tx).assign(row.id, assigned)
        const after = { ...row, ...assigned }
        const state = { ...(await stateOf(tx, { pages: [id] })), ...(await readPaper(tx, activities, activity, code, clock.now())) }
        journal.record({ caller, action: 'reading.assign', subject: id, before: inEntry(activity, row), after: inEntry(activity, after), state })
        return toPage(after, { isSame: false, dead: null })
      }),

    /**
     * Deletes a page, its picture and its reading; the journal keeps its SHA-256.
     *
     * @throws Refusal `account.roleTooLow` (403) for another user's page if the caller is a clerk, `reading.noPage` (404),
     * `activity.wrongStatus`, `reading.counted` (409)
     */
    async discard({ id, reason }: { readonly id: string; readonly reason: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const { row, activity } = await requirePage(tx, id, caller)
        if (row.created_by !== caller.userKey && !isAllowed(caller.user?.roles ?? [], 'manager')) throw new Refusal('account.roleTooLow', { lowest: 'manager' })
        const reading = await removeReadingsOf(tx, activity.id, row)
        await pageStore(tx).remove(row.id)
        const anew = reading.length === 0 ? {} : await readPaper(tx, activities, activity, row.code, clock.now())
        await files.removeUnreferenced(tx, [id])
        const before = inEntry(activity, row)
        const after = { ...inJournal(activity), sha256: row.sha256, reason }
        journal.record({ caller, action: 'reading.discard', subject: id, before, after, state: { ...anew, gone: { page: [id], reading } } })
      })
      return null
    },
  }
}

type StripQuery = Readonly<Record<'id' | 'part' | 'topicId' | 'optionId', string>>

function createPageStrips({ database, activities, files, papers, reader }: ReadingPageDeps) {
  /** What to draw of a page; a part only if the page was located. */
  async function orderOf(row: FoundPage, { part, topicId, optionId }: StripQuery): Promise<DrawOrder> {
    const geometry = row.geometry === '' ? null : (JSON.parse(row.geometry) as Geometry) // the program wrote it
    if (part === 'page') return { geometry, part: null }
    const layout = await papers.layoutOf(database.read, row.activity_id)
    const page = layout?.layoutId === row.layout_id ? layout.layout.pages[row.page - 1] : undefined
    const wanted = page && (part === 'signature' ? signaturePart(page) : rowPart(page, topicId, optionId === '' ? null : optionId))
    if (!wanted || !geometry) throw new Refusal('reading.noStrip')
    return { geometry, part: wanted }
  }

  return {
    /**
     * A part of a page as a PNG: handwriting, visible only to users who work with it.
     *
     * @throws Refusal `account.roleTooLow` (403) for a clerk once the activity is finished, `reading.noPage`, `reading.noStrip` (404)
     */
    async strip(query: StripQuery, caller: Caller): Promise<Binary> {
      const row = await pageStore(database.read).find(query.id)
      if (!row) throw new Refusal('reading.noPage')
      const activity = await activities.ofKey(database.read, row.activity_id)
      if (hidesPages(activity.status, caller.user?.roles ?? [])) throw new Refusal('account.roleTooLow', { lowest: 'manager' })
      const order = await orderOf(row, query)
      const bytes = await files.bytes(database.read, row.public_id)
      if (!bytes) throw new Refusal('reading.noPage')
      const png = await reader.draw(bytes, { key: row.sha256, order, signal: caller.signal })
      return { type: 'image/png', bytes: png, disposition: 'inline' }
    },
  }
}
