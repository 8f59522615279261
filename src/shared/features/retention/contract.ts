import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { id, integer, jobId, moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { retentionYears } from './rules.ts'

/** null: nothing is ever erased. */
const years = integer('保留年限', retentionYears).nullable()

/** An activity that has ended. */
const Finished = wire({
  id: ['id', z.string()],
  title: ['title', z.string()],
  estateName: ['estatename', z.string()],
  /** When 完成 was done. */
  finishedAt: ['finishtime', moment],
  /** From when on its personal data can be erased; `''` if no term is set. */
  dueAt: ['duetime', moment],
  isDue: ['due', z.boolean()],
  /** When they were erased; `''` while they are kept. */
  erasedAt: ['erasetime', moment],
})
export type FinishedActivity = z.output<typeof Finished>

/** What goes with the personal data of an activity, and what stays. */
const ActivityPreview = wire({
  nameCount: ['namecount', z.int()],
  phoneCount: ['phonecount', z.int()],
  idNumberCount: ['idnocount', z.int()],
  deliveryCount: ['deliverycount', z.int()],
  changeCount: ['changecount', z.int()],
  pictureCount: ['picturecount', z.int()],
  /** Entries of the journal whose contents go. */
  entryCount: ['entrycount', z.int()],
  /** What stays: properties with place and area, ballots, records with their answers, the newest 核验码. */
  propertyCount: ['housecount', z.int()],
  ballotCount: ['ballotcount', z.int()],
  recordCount: ['recordcount', z.int()],
  checkCode: ['code', z.string()],
})
export type ActivityPreview = z.output<typeof ActivityPreview>

/** What goes from the registry of an estate, and why the rest stays. */
const RegistryPreview = wire({
  propertyCount: ['housecount', z.int()],
  keptCount: ['keptcount', z.int()],
  /** Activities whose rosters have properties that stay for that, with how many. */
  keptFor: ['keptfor', z.array(wire({ title: ['title', z.string()], propertyCount: ['housecount', z.int()] }))],
  /** Properties that stay because a property change waits for a decision. */
  waitingCount: ['waitingcount', z.int()],
  changeCount: ['changecount', z.int()],
  pictureCount: ['picturecount', z.int()],
  entryCount: ['entrycount', z.int()],
})
export type RegistryPreview = z.output<typeof RegistryPreview>

const isFinal = z.literal(true, { error: '请确认清除后无法恢复' })
/** Whether the data file has no trace of it any more: else the program tries again once a day. */
const Erased = wire({ isCompacted: ['compacted', z.boolean()] })

/** 数据保留: personal data of activities that have ended long ago are erased, for good. */
export const retentionEndpoints = {
  'retention.overview': {
    method: 'GET',
    path: '/retention/overview',
    response: wire({ years: ['years', z.int().nullable()], activities: ['activities', z.array(Finished)] }),
    access: 'admin',
  },
  'retention.setYears': {
    method: 'POST',
    path: '/retention/setyears',
    body: wire({ years: ['years', years] }),
    response: z.null(),
    access: 'admin',
  },
  'retention.preview': {
    method: 'GET',
    path: '/retention/preview',
    query: wire({ activityId: ['voteactivityid', id('投票活动')] }),
    response: ActivityPreview,
    access: 'admin',
    isLong: true,
  },
  'retention.erase': {
    method: 'POST',
    path: '/retention/erase',
    body: wire({ activityId: ['voteactivityid', id('投票活动')], isFinal: ['final', isFinal], jobId: ['jobid', jobId] }),
    response: Erased,
    access: 'admin',
    isConfirmed: true,
    isLong: true,
  },
  'retention.previewRegistry': {
    method: 'GET',
    path: '/retention/previewregistry',
    query: wire({ estateId: ['estateId', id('小区')] }),
    response: RegistryPreview,
    access: 'admin',
    isLong: true,
  },
  'retention.eraseRegistry': {
    method: 'POST',
    path: '/retention/eraseregistry',
    body: wire({ estateId: ['estateId', id('小区')], isFinal: ['final', isFinal], jobId: ['jobid', jobId] }),
    response: Erased,
    access: 'admin',
    isConfirmed: true,
    isLong: true,
  },
} as const satisfies Endpoints
