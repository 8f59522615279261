import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, pageFields } from '../../contract/page.ts'
import { identityPictures, idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { ballotId, ofActivity } from '../../contract/ids.ts'
import { code, codeOrAll, freeText, id, moment, optionalText, optionalTime, orEmpty, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { holdsMask } from '../../owner/masking.ts'
import { isMobileShape } from '../../owner/numbers.ts'
import { idNumbers, personName, phoneNumbers } from '../../owner/owners.ts'
import { Picture, picturePaths } from '../file/pictures.ts'
import { textList } from '../voting/fields.ts'
import { MAX_TOPICS } from '../activity/rules.ts'
import { MAX_PROXY_PICTURES, proxyLimits as limits, proxyMessages as say } from './rules.ts'

const proxyId = id('委托编号')

/** An owner's authorization to vote with one ballot. */
export const ProxyDraft = wire({
  ...ofActivity,
  ballotId: ['ballotid', ballotId],
  agentName: ['agentname', text(limits.agentName.label, { ...limits.agentName, normalise: personName })],
  /** `''` if identified by the ID number. */
  agentPhone: [
    'agentphone',
    orEmpty(
      freeText(limits.agentPhone.label, { ...limits.agentPhone, normalise: phoneNumbers })
        .refine((phone) => !holdsMask(phone), say.phoneMasked)
        .refine((phone) => phone === '' || holdsMask(phone) || isMobileShape(phone), say.phoneShape),
    ),
  ],
  agentIdNumber: [
    'agentidno',
    orEmpty(freeText(limits.agentIdNumber.label, { ...limits.agentIdNumber, normalise: idNumbers }).refine((number) => !holdsMask(number), say.idNumberMasked)),
  ],
  /** None: all. */
  topicIds: ['votetopicids', textList('议题编号', MAX_TOPICS)],
  /** null: until the end of the vote. */
  validUntil: ['validuntil', optionalTime('委托有效期')],
  /** Of the letter of proxy and of papers. */
  pictures: ['pics', picturePaths(MAX_PROXY_PICTURES)],
})
export type ProxyDraft = z.output<typeof ProxyDraft>

export const Proxy = wire({
  id: ['proxyid', z.string()],
  activityId: ['voteactivityid', z.string()],
  ballotId: ['ballotid', z.string()],
  /** The ballot's properties as text joined by 、. */
  place: ['place', z.string()],
  ownerName: ['ownername', z.string()],
  agentName: ['agentname', z.string()],
  agentPhone: ['agentphone', phonesShown],
  agentIdNumber: ['agentidno', idNumbersShown],
  topicIds: ['votetopicids', z.array(z.string())],
  validUntil: ['validuntil', moment],
  pictures: ['pics', identityPictures(Picture)],
  /** 0 in force, 1 revoked, 2 expired. */
  status: ['status', code('委托状态', [0, 1, 2])],
  /** Whether a valid vote was cast with it. */
  isUsed: ['used', z.boolean()],
  /** The operator's name. */
  creator: ['creater', z.string()],
  createdAt: ['createdate', moment],
  revokedBy: ['revoker', z.string()],
  revokedAt: ['revokedate', moment],
  revokeReason: ['revokereason', z.string()],
})
export type Proxy = z.output<typeof Proxy>

export const proxyEndpoints = {
  'proxy.save': post('/proxy/save', 'clerk', { body: ProxyDraft, response: wire({ id: ['proxyid', z.string()] }) }),
  /** Newest first; searched by place, owner or agent, and by whole numbers if the caller sees them. */
  'proxy.list': get('/proxy/list', 'viewer', {
    query: wire({
      ...ofActivity,
      /** `''`: of all ballots. */
      ballotId: ['ballotid', optionalText('票权编号', { max: 64 })],
      status: ['status', codeOrAll('委托状态', [0, 1, 2])],
      condition: ['condition', searchText],
      ...pageFields,
    }),
    response: page(Proxy),
  }),
  'proxy.revoke': post('/proxy/revoke', 'manager', {
    scope: 'proxy',
    body: wire({ id: ['proxyid', proxyId], reason: ['reason', text(limits.revokeReason.label, limits.revokeReason)] }),
    response: z.null(),
  }),
} as const satisfies Endpoints
