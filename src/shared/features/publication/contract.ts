import { z } from 'zod'
import { ofActivity } from '../../contract/ids.ts'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, pageFields } from '../../contract/page.ts'
import { code, day, id, idList, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { withdrawalShown } from '../../contract/withdrawal.ts'
import { Picture, picturePaths } from '../file/pictures.ts'
import { MAX_PUBLICATION_PICTURES, PUBLICATION_KINDS, publicationLimits as limits } from './rules.ts'

const kind = ['kind', code('公示内容', PUBLICATION_KINDS)] as const

/** Something posted for the owners, from one day to another. */
const PublicationDraft = wire({
  ...ofActivity,
  kind,
  dateFrom: ['datefrom', day('公示起')],
  dateTo: ['dateto', day('公示止')],
  places: ['places', text(limits.places.label, limits.places)],
  remark: ['remark', optionalText(limits.remark.label, limits.remark)],
  pictures: ['pics', picturePaths(MAX_PUBLICATION_PICTURES)],
})
export type PublicationDraft = z.output<typeof PublicationDraft>

/** A publication in force: its vote, kind and days. */
const standing = {
  id: ['publicationid', z.string()],
  activityId: ['voteactivityid', z.string()],
  kind,
  dateFrom: ['datefrom', z.string()],
  dateTo: ['dateto', z.string()],
} as const
export const StandingPublication = wire(standing)
export type StandingPublication = z.output<typeof StandingPublication>

export const Publication = wire({
  ...standing,
  places: ['places', z.string()],
  remark: ['remark', z.string()],
  pictures: ['pics', z.array(Picture)],
  ...withdrawalShown,
})
export type Publication = z.output<typeof Publication>

export const publicationEndpoints = {
  'publication.save': post('/publication/save', 'manager', { body: PublicationDraft, response: wire({ id: ['publicationid', z.string()] }) }),
  /** Newest first, including withdrawn ones. */
  'publication.list': get('/publication/list', 'viewer', { query: wire({ ...ofActivity, ...pageFields }), response: page(Publication) }),
  /** Publications in force of some votes; none for deleted votes. */
  'publication.standing': get('/publication/standing', 'viewer', {
    query: wire({ activityIds: ['voteActivityIds', idList('缺少投票活动编号')] }),
    response: z.array(StandingPublication),
  }),
  'publication.withdraw': post('/publication/withdraw', 'manager', {
    scope: 'publication',
    body: wire({ id: ['publicationid', id('公示编号')], reason: ['reason', text(limits.reason.label, limits.reason)] }),
    response: z.null(),
  }),
} as const satisfies Endpoints
