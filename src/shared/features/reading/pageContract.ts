import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, paging } from '../../contract/page.ts'
import { code, flag, id, integer, moment, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { typedCode } from '../paper/code.ts'
import { paperLimits } from '../paper/rules.ts'
import { MAX_PAGE_BYTES, MAX_SOURCE_PAGES, PAGE_STATUSES, readingLimits as limits, SLOT_STATES, slotDoubts } from './pageRules.ts'

const activityId = id('投票活动编号')
const pageId = id('扫描页编号')
const pageNumber = integer('页码', { min: 1, max: MAX_SOURCE_PAGES })

/** A row of boxes as read from one page. */
export const ReadSlot = wire({
  topicId: ['votetopicid', z.string()],
  /** `''` for a topic voted on directly. */
  optionId: ['voteoptionid', z.string()],
  state: ['state', code('读数状态', SLOT_STATES)],
  /** 0 if nothing is marked, null if a person has to decide. */
  answer: ['voteresult', z.int().nullable()],
  /** `''` unless in doubt. */
  why: ['why', z.enum(['', ...slotDoubts])],
})
export type ReadSlot = z.output<typeof ReadSlot>

/** A page's reading; `id` is `''` if it was not kept. A kept page is a stored file with that id. */
export const ReadPage = wire({
  id: ['pageid', z.string()],
  status: ['status', code('扫描结果', PAGE_STATUSES)],
  /** Whether the same bytes were sent before. */
  isSame: ['same', z.boolean()],
  /** `''` if none was found. */
  code: ['code', z.string()],
  /** 0 if unknown. */
  page: ['page', z.int()],
  /** The paper's pages without its slips. */
  pageCount: ['pagecount', z.int()],
  source: ['source', z.string()],
  sourcePage: ['sourcepage', z.int()],
  /** The operator's name. */
  by: ['by', z.string()],
  at: ['at', moment],
  /** Clockwise rotation of the paper, in quarter turns. */
  turned: ['turned', z.int()],
  isFlat: ['flat', z.boolean()],
  slots: ['slots', z.array(ReadSlot)],
  /** Message about the page; `''` if none. */
  message: ['message', z.string()],
})
export type ReadPage = z.output<typeof ReadPage>

export const pageEndpoints = {
  /** A vote's kept pages, newest first. */
  'reading.pages': get('/reading/pages', 'clerk', {
    query: wire({
      activityId: ['voteactivityid', activityId],
      /** Only unidentified pages (status 3 and 5). */
      isWaiting: ['waiting', flag],
      /** `''`: of all batches. */
      batchId: ['batchid', optionalText(limits.batchId.label, { max: limits.batchId.max })],
      pageNo: ['pageNo', paging.pageNo],
      pageSize: ['pageSize', paging.pageSize],
    }),
    response: page(ReadPage),
  }),
  /** Free bytes on the disk that stores pages; null if unknown. */
  'reading.room': get('/reading/room', 'clerk', { scope: 'own', response: wire({ freeBytes: ['free', z.int().nullable()] }) }),
  /** Reads one page; the same bytes may be sent again. */
  'reading.page': post('/reading/page', 'clerk', {
    isLong: true,
    isRepeatable: true,
    file: { field: 'uploadfile', maxBytes: MAX_PAGE_BYTES, tooLarge: 'reading.tooLarge' },
    body: wire({
      activityId: ['voteactivityid', activityId],
      batchId: ['batchid', text(limits.batchId.label, limits.batchId)],
      source: ['source', text(limits.source.label, limits.source)],
      sourcePage: ['sourcepage', pageNumber],
    }),
    response: ReadPage,
  }),
  /** Assigns a page whose code was not found or that could not be aligned. */
  'reading.assign': post('/reading/assign', 'clerk', {
    scope: 'page',
    body: wire({
      id: ['pageid', pageId],
      code: ['code', text(paperLimits.code.label, { ...paperLimits.code, normalise: typedCode })],
      page: ['page', pageNumber],
    }),
    response: ReadPage,
  }),
  /** Deletes a page with its picture. Only a manager may discard another user's. */
  'reading.discard': post('/reading/discard', 'clerk', {
    scope: 'page',
    body: wire({ id: ['pageid', pageId], reason: ['reason', text(limits.reason.label, limits.reason)] }),
    response: z.null(),
  }),
  /** A part of a page as a PNG: a row, the signature field, or the upright page. */
  'reading.strip': get('/reading/strip', 'clerk', {
    scope: 'page',
    query: wire({
      id: ['pageid', pageId],
      /** `''`: a row, by topic and option. */
      part: [
        'part',
        z.codec(z.enum(['', 'signature', 'page'], { error: '图片部分不正确' }).nullish(), z.enum(['', 'signature', 'page']), {
          decode: (value) => value ?? '',
          encode: (value) => value,
        }),
      ],
      topicId: ['votetopicid', optionalText('议题编号', { max: 64 })],
      optionId: ['voteoptionid', optionalText('选项编号', { max: 64 })],
    }),
    response: 'binary',
  }),
} as const satisfies Endpoints
