import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../src/shared/contract/index.ts'
import { personalKindOf } from '../../src/shared/contract/personal.ts'

/** Every call of the specification and of wire.md, as another client makes it. */
const calls = `
POST /login
POST /unifiedUser/register
GET /unifiedUser/get
GET /logout
GET /smscaptcha
GET /imgcaptcha
GET /get_dictionary_list
GET /dictionary/getdivision
GET /vtestate/list
POST /vtestate/save
POST /vtestate/update
GET /vtestate/delete
GET /vtestate/getallestates
GET /vtestate/getestatenodes
GET /vtestate/getactivitynodes
GET /vtpropertyinfo/list
POST /vtpropertyinfo/save
POST /vtpropertyinfo/update
GET /vtpropertyinfo/delete
GET /vtpropertyinfo/synproperties
POST /vtpropertyinfo/importpropertyinfo
GET /votedef/list
POST /votedef/save
POST /votedef/update
GET /votedef/delete
GET /votedef/get
GET /votedef/startvote
GET /votedef/callvote
GET /votedef/satisticsvote
GET /votedef/finishVote
GET /votedef/getprogressactivity
GET /votedef/getnotfinishedactivity
GET /votedef/getrepeatvote
POST /votedef/ballotseparateout
GET /votedef/delactivityproperty
POST /votedef/addactivityproperty
POST /votedef/modifyactivityproperty
GET /votedef/getactivityproperty
GET /votedef/mergeactivityproperty
GET /votedef/splitactivityproperty
GET /votedef/getpropertychangelist
POST /votedef/approvechangeproperty
POST /votedef/rejectchangeproperty
POST /votedef/savepropertychange
GET /vote/satisticsvoteprogress
GET /vote/detail
POST /vote/sign
POST /vote/call
POST /vote/do
GET /vote/disable
GET /vote/queryvotersbycondition
GET /vote/queryVotersByPropertyId
GET /vote/queryvotersbymarkedcode
GET /vote/getpropertydata
GET /vote/getnofityrecords
GET /vote/getvoteactivityxpaths
POST /vote/getnofitypropertieslist
POST /vote/importnotifyinfo
POST /vote/savenotify
GET /vote/report
GET /voteperson/getpersonwithproperty
POST /file/image_upload
POST /file/upload
GET /file/:id
GET /health
GET /job/progress
POST /job/cancel
GET /audit/list
GET /audit/verify
`
  .trim()
  .split('\n')

const declared = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)

describe('the contract', () => {
  it('declares every call of the specification once', () => {
    expect(calls.length).toBe(69)
    expect(calls.filter((call) => declared.filter((each) => each === call).length !== 1)).toEqual([])
  })

  it('gives no method and path to two endpoints', () => {
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('names endpoints by feature and action', () => {
    expect(Object.keys(endpoints).filter((name) => !/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/.test(name))).toEqual([])
  })

  it('requires a session for all calls but the five declared ones', () => {
    const isPublic = Object.values<Endpoint>(endpoints)
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path)
    expect(isPublic.toSorted()).toEqual(['/health', '/imgcaptcha', '/login', '/smscaptcha', '/unifiedUser/register'])
  })

  it('has no one-way transforms: the program encodes what the server decodes', () => {
    const seen = new Set<unknown>()
    const oneWay: string[] = []
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return
      seen.add(value)
      const { _zod } = value as { _zod?: { def: Record<string, unknown> } }
      if (_zod?.def['type'] === 'transform') oneWay.push(path)
      for (const [name, part] of Object.entries(_zod ? _zod.def : value)) look(part, `${path}.${name}`)
    }
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      for (const part of ['params', 'query', 'body', 'response'] as const) look(endpoint[part], `${name}.${part}`)
    }
    expect(seen.size).toBeGreaterThan(500)
    expect(oneWay).toEqual([])
  })

  it('declares every phone, ID number and picture of papers in answers, so that the server can mask it', () => {
    const looksPersonal = /mobile|phone|idno|idnumber|idcard|idpics|^v[23]$/i
    const declaredFields: string[] = []
    const undeclared: string[] = []
    const unknown: string[] = []
    const look = (schema: z.core.$ZodType, path: string, field: string): void => {
      const kind = personalKindOf(schema)
      if (kind !== null) return void declaredFields.push(`${path} ${kind}`)
      const { def } = (schema as z.core.$ZodTypes)._zod
      const isText = def.type === 'string' || def.type === 'array' || def.type === 'any' || def.type === 'unknown'
      if (isText && looksPersonal.test(field)) undeclared.push(path)
      if (def.type === 'any' || def.type === 'unknown' || def.type === 'record') unknown.push(path)
      if (def.type === 'pipe') look(def.in, path, field)
      if (def.type === 'array') look(def.element, `${path}[]`, '')
      if (def.type === 'optional' || def.type === 'nullable') look(def.innerType, path, field)
      if (def.type === 'union') for (const option of def.options) look(option, path, field)
      if (def.type === 'object') for (const [name, part] of Object.entries(def.shape)) look(part, `${path}.${name}`, name)
    }
    for (const [name, { response }] of Object.entries<Endpoint>(endpoints)) if (typeof response !== 'string') look(response, name, '')
    expect(declaredFields.length).toBeGreaterThan(30)
    // The office's own data, printed on posted papers.
    expect(undeclared).toEqual(['document.letterhead.letterhead.contactphone', 'document.letterhead.suggested.contactphone'])
    // The journal's before and after have no schema; only administrators see them, unmasked.
    expect(unknown).toEqual(['audit.get.before', 'audit.get.after'])
    expect(endpoints['audit.get'].access).toBe('admin')
  })
})
