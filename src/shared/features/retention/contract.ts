import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { id, integer, jobId, moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { retentionYears } from './rules.ts'

/** Null: nothing is ever erased. */
const years = integer('保留年限', retentionYears).nullable()

const Finished = wire({
  id: ['id', z.string()],
  title: ['title', z.string()],
  estateName: ['estatename', z.string()],
  /** When 完成 was done. */
  finishedAt: ['finishtime', moment],
  /** From when on its personal data can be erased; `''` if no term is set. */
  dueAt: ['duetime', moment],
  isDue: ['due', z.boolean()],
  /** When they were erased; `''` if they are still kept. */
  erasedAt: ['erasetime', moment],
})
export type FinishedActivity = z.output<typeof Finished>

/** What is erased with an activity's personal data, and what is kept. */
const ActivityPreview = wire({
  nameCount: ['namecount', z.int()],
  phoneCount: ['phonecount', z.int()],
  idNumberCount: ['idnocount', z.int()],
  deliveryCount: ['deliverycount', z.int()],
  changeCount: ['changecount', z.int()],
  pictureCount: ['picturecount', z.int()],
  /** Journal entries whose contents are erased. */
  entryCount: ['entrycount', z.int()],
  /** What is kept: properties with place and area, ballots, records with their answers, the latest 核验码. */
  propertyCount: ['housecount', z.int()],
  ballotCount: ['ballotcount', z.int()],
  recordCount: ['recordcount', z.int()],
  checkCode: ['code', z.string()],
})
export type ActivityPreview = z.output<typeof ActivityPreview>

/** What is erased from an estate's registry, and why the rest is kept. */
const RegistryPreview = wire({
  propertyCount: ['housecount', z.int()],
  keptCount: ['keptcount', z.int()],
  /** Activities whose rosters cause properties to be kept, with their number. */
  keptFor: ['keptfor', z.array(wire({ title: ['title', z.string()], propertyCount: ['housecount', z.int()] }))],
  /** Properties kept because of a pending property change. */
  waitingCount: ['waitingcount', z.int()],
  changeCount: ['changecount', z.int()],
  pictureCount: ['picturecount', z.int()],
  entryCount: ['entrycount', z.int()],
})
export type RegistryPreview = z.output<typeof RegistryPreview>

const isFinal = z.literal(true, { error: '请确认清除后无法恢复' })
/** Whether the data file no longer contains any trace of it; otherwise the program retries daily. */
const Erased = wire({ isCompacted: ['compacted', z.boolean()] })

/** 数据保留: erases personal data of activities that ended long ago, permanently. */
export const retentionEndpoints = {
  'retention.overview': get('/retention/overview', 'admin', {
    response: wire({ years: ['years', z.int().nullable()], activities: ['activities', z.array(Finished)] }),
  }),
  'retention.setYears': post('/retention/setyears', 'admin', { body: wire({ years: ['years', years] }), response: z.null() }),
  'retention.preview': get('/retention/preview', 'admin', {
    query: wire({ activityId: ['voteactivityid', id('投票活动')] }),
    response: ActivityPreview,
    isLong: true,
  }),
  'retention.erase': post('/retention/erase', 'admin', {
    body: wire({ activityId: ['voteactivityid', id('投票活动')], isFinal: ['final', isFinal], jobId: ['jobid', jobId] }),
    response: Erased,
    isConfirmed: true,
    isLong: true,
  }),
  'retention.previewRegistry': get('/retention/previewregistry', 'admin', {
    query: wire({ estateId: ['estateId', id('小区')] }),
    response: RegistryPreview,
    isLong: true,
  }),
  'retention.eraseRegistry': post('/retention/eraseregistry', 'admin', {
    body: wire({ estateId: ['estateId', id('小区')], isFinal: ['final', isFinal], jobId: ['jobid', jobId] }),
    response: Erased,
    isConfirmed: true,
    isLong: true,
  }),
} as const satisfies Endpoints
