import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseTime } from '#shared/time/chinaTime.ts'
import { ActivityChange, ActivityDraft, type Activity } from '#shared/features/activity/contract.ts'
import { ballotContentOf } from '#shared/features/paper/ballotContent.ts'
import { ballotContentOfForm, changeOf, draftOf, formOf } from '../../../src/renderer/features/activity/editor/activityDraft.ts'
import { reduceForm } from '../../../src/renderer/features/activity/editor/activityForm.ts'

const noon = (day: string): number => parseTime(`${day} 12:00:00`) ?? 0

const activity: Activity = {
  id: 'v1',
  title: '业主大会',
  estateName: '翠湖花园',
  estateId: 'e1',
  summary: '更新电梯',
  countingRule: 3,
  startsAt: noon('2026-05-01'),
  endsAt: noon('2026-06-01'),
  status: 0,
  version: '2026-05-01 09:00:00',
  creator: 'u1',
  proxyLimit: null,
  deliveryPolicy: [{ method: 1, clause: '第十二条', evidence: ['receipt'], days: 0 }],
  extensions: [],
  hasPapers: false,
  secondEntry: 1,
  rulesId: 'r1',
  rulesVersion: 2,
  rulesDiffer: ['proxylimit'],
  ruleBasis: '议事规则第二十三条',
  detail: '方案',
  scopePaths: ['一期▶▶1栋', '二期'],
  pictures: ['/file/p1'],
  files: [{ name: '方案.pdf', url: '/file/d1' }],
  topics: [
    {
      id: 't1',
      title: '更新电梯',
      sortNo: 1,
      topicType: 1,
      voteModel: 15,
      lawItem: null,
      seats: null,
      seatOrder: null,
      pictures: ['/file/p2'],
      files: [],
      options: [],
    },
    {
      id: 't2',
      title: '选聘物业',
      sortNo: 2,
      topicType: 2,
      voteModel: 14,
      lawItem: 3,
      seats: 1,
      seatOrder: 2,
      pictures: [],
      files: [],
      options: [
        { id: 'o1', title: '甲公司', sortNo: 1, pictures: [], files: [{ name: '报价.xlsx', url: '/file/d2' }] },
        { id: 'o2', title: '乙公司', sortNo: 2, pictures: [], files: [] },
      ],
    },
  ],
}

describe('an activity opened and submitted unchanged', () => {
  const change = changeOf(formOf(activity), activity)
  const numbered = <T extends object>(list: readonly T[]) => list.map((item, index) => ({ ...item, sortNo: index + 1 }))

  it('keeps all its values', () => {
    const topics = numbered(change.topics).map((topic) => ({ ...topic, options: numbered(topic.options) }))
    expect({ ...activity, ...change, topics }).toEqual(activity)
    expect(Object.keys(activity).filter((field) => !Object.hasOwn(change, field))).toEqual([
      'estateName',
      'status',
      'creator',
      'extensions',
      'hasPapers',
      'rulesVersion',
      'rulesDiffer',
    ])
  })

  it('is accepted by the contract', () => {
    expect(z.safeEncode(ActivityChange, change).success).toBe(true)
  })
})

describe('an activity form', () => {
  const form = formOf(activity)

  it('shows Chinese time, whatever the computer’s time zone', () => {
    expect([form.startsAt, form.endsAt]).toEqual(['2026-05-01 12:00:00', '2026-06-01 12:00:00'])
    expect(draftOf(form)).toMatchObject({ startsAt: Date.UTC(2026, 4, 1, 4), endsAt: Date.UTC(2026, 5, 1, 4) })
  })

  it('sends no scope for the whole estate, even if places are still ticked', () => {
    expect(draftOf({ ...form, isWholeEstate: true }).scopePaths).toEqual([])
    expect(formOf({ ...activity, scopePaths: [] })).toMatchObject({ isWholeEstate: true })
  })

  it('sends no options of a topic voted on itself, but keeps them for a later change', () => {
    const changed = reduceForm(form, { type: 'topicTyped', key: 't2', topicType: 1, optionKey: 'x' })
    expect(draftOf(changed).topics[1]).toMatchObject({ id: 't2', topicType: 1, options: [] })
    expect(changed.topics[1]?.options).toHaveLength(2)
  })

  it('sends the article only for a rule or an election order that needs one', () => {
    const withoutSeats = form.topics.map((topic) => ({ ...topic, seats: null, seatOrder: null }))
    expect(draftOf({ ...form, rulesId: '', countingRule: 1, topics: withoutSeats }).ruleBasis).toBe('')
    // The article from the activity's rules stays.
    expect(draftOf({ ...form, countingRule: 1, topics: withoutSeats }).ruleBasis).toBe('议事规则第二十三条')
    expect(draftOf({ ...form, countingRule: 1 }).ruleBasis).toBe('议事规则第二十三条')
    expect(draftOf({ ...form, countingRule: 5 }).ruleBasis).toBe('议事规则第二十三条')
  })

  it('sends trimmed texts, and new parts without an id', () => {
    const longer = reduceForm({ ...form, title: '  业主大会  ' }, { type: 'topicAdded', key: 'new' })
    const draft = draftOf({ ...longer, topics: longer.topics.map((topic) => (topic.key === 'new' ? { ...topic, title: ' 停车费 ' } : topic)) })
    expect(draft.title).toBe('业主大会')
    expect(draft.topics[2]).toEqual({
      id: '',
      title: '停车费',
      topicType: 1,
      voteModel: 15,
      lawItem: null,
      seats: null,
      seatOrder: null,
      pictures: [],
      files: [],
      options: [],
    })
    expect(z.safeEncode(ActivityDraft, draft).success).toBe(true)
  })

  it('a form without a time describes no activity', () => {
    expect(() => draftOf({ ...form, startsAt: '' })).toThrow()
  })
})

it('a form’s preview matches the printed ballots', () => {
  const election = { ...activity.topics[1]!, seats: 2, seatOrder: 1 as const }
  for (const each of [activity, { ...activity, topics: [activity.topics[0]!, election] }])
    expect(ballotContentOfForm(formOf(each), each.estateName)).toEqual(ballotContentOf(each))
})
