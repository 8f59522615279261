import { describe, expect, it } from 'vitest'
import { activitySteps, draftErrors, stepRefusal, type ActivityStep } from '../../../src/shared/features/activity/rules.ts'
import { filesOf, isSameScope, scopeOf, slotsOf, toTopics, unknownPaths } from '../../../src/server/features/activity/rules.ts'
import { fileErrors } from '../../../src/server/features/file/named.ts'

const statuses = [0, 1, 2, 3] as const
const unit = (period: string, zone: string, building: string, name: string) => ({ period, zone, building, unit: name })

describe('activity status transitions', () => {
  it.each<[ActivityStep, string]>([
    ['update', '0'],
    ['delete', '0'],
    ['start', '0→1'],
    ['startTally', '1→2'],
    ['extend', '01'],
    ['finish', '12→3'],
    ['statistics', '0123'],
    ['sync', '012'],
    ['adjustBallots', '012'],
    ['mark', '1'],
    ['unmark', '1'],
    ['cast', '1'],
    ['tally', '2'],
    ['void', '012'],
    ['issuePapers', '01'],
    ['handOutPapers', '01'],
    ['receivePapers', '12'],
    ['spoilPapers', '012'],
    ['spoilAllPapers', '0'],
    ['replacePaper', '01'],
    ['deliver', '012'],
    ['voidDelivery', '012'],
    ['entrust', '012'],
    ['endProxy', '012'],
    ['visit', '012'],
    ['publishNotice', '012'],
    ['publishResult', '3'],
    ['remind', '1'],
    ['planRoute', '1'],
    ['checkUp', '012'],
    ['checkConclusion', '123'],
    ['secondEntry', '012'],
    ['voteSheet', '012'],
    ['importVotes', '12'],
    ['readPages', '12'],
    ['enterReading', '12'],
    ['settleReading', '12'],
    ['sample', '23'],
    ['lookUpVote', '123'],
    ['seeCorrected', '3'],
  ])('allows %s in %s alone', (step, chart) => {
    const [from = '', to] = chart.split('→')
    expect(statuses.filter((status) => stepRefusal(status, step) === null).join('')).toBe(from)
    expect('to' in activitySteps[step] ? String(activitySteps[step].to) : undefined).toBe(to)
  })

  it('are only those of the table above, never backwards', () => {
    expect(Object.keys(activitySteps)).toHaveLength(40)
    for (const step of Object.values(activitySteps)) {
      if ('to' in step) expect(step.from.every((status) => status < step.to)).toBe(true)
    }
  })
})

describe('an activity draft', () => {
  const topics = [{ id: '', topicType: 1 as const, seats: null, seatOrder: null, options: [] }]
  const right = { countingRule: 1 as const, ruleBasis: '', startsAt: 1, endsAt: 2, deliveryPolicy: [], topics }

  it('a valid draft has no errors, however many new topics and options it has', () => {
    const many = [...topics, ...topics, { id: '', topicType: 2 as const, seats: 1, seatOrder: 2, options: ['甲', '乙'].map((title) => ({ id: '', title })) }]
    expect(draftErrors({ ...right, topics: many })).toEqual([])
    expect(draftErrors({ ...right, countingRule: 4, ruleBasis: '第十条' })).toEqual([])
    expect(draftErrors({ ...right, countingRule: 6 })).toEqual([])
  })

  it('may not name a topic and an option by the same id', () => {
    const [error] = draftErrors({ ...right, topics: [{ id: 'a', topicType: 2, seats: null, seatOrder: null, options: [{ id: 'a', title: '甲' }] }] })
    expect(error?.field).toBe('topics.0.options.0.voteoptionid')
  })

  it('may have seats only with options to elect', () => {
    const seated = (seats: number | null, seatOrder: 1 | 2 | null) => draftErrors({ ...right, topics: topics.map((topic) => ({ ...topic, seats, seatOrder })) })
    expect([seated(2, null), seated(null, 1)].map(([error]) => error?.field)).toEqual(['topics.0.seats', 'topics.0.seatorder'])
    expect(seated(null, null)).toEqual([])
  })
})

describe('the scope of an activity', () => {
  const units = [unit('一期', '', '1栋', '1单元'), unit('一期', '', '10栋', '1单元'), unit('一期', '东区', '1栋', ''), unit('二期', '', '1栋', '2单元')]
  const inside = (paths: string[]) => units.map(scopeOf(paths))

  it('a scope without paths is the whole estate', () => expect(inside([])).toEqual([true, true, true, true]))
  it.each([
    [['一期'], [true, true, true, false]],
    [['一期▶▶1栋'], [true, false, false, false]],
    [['一期▶东区'], [false, false, true, false]],
    [['一期▶东区▶1栋'], [false, false, true, false]],
    [['一期▶东区▶1栋▶'], [false, false, true, false]],
    [['一期▶'], [true, true, false, false]],
    [
      ['一期▶▶10栋▶1单元', '二期'],
      [false, true, false, true],
    ],
  ])('%j contains what is below it', (paths, expected) => {
    expect(inside(paths)).toEqual(expected)
    expect(unknownPaths(paths, units)).toEqual([])
  })

  it.each(['三期', '一期▶▶1', '期', '', '一期▶▶1栋▶2单元', '▶▶1栋'])('reports %j as unknown', (path) => {
    expect(unknownPaths(['一期', path], units)).toEqual([path])
  })

  it('is the same in any order and with duplicates', () => {
    expect(isSameScope(['a', 'b'], ['b', 'a', 'a'])).toBe(true)
    expect(isSameScope(['a'], ['a', 'b'])).toBe(false)
    expect(isSameScope(['a', 'b'], ['a'])).toBe(false)
    expect(isSameScope([], [])).toBe(true)
  })
})

describe('attachments', () => {
  const draft = {
    pictures: ['/file/p'],
    files: [{ name: '方案', url: '/file/d' }],
    topics: [
      {
        id: '',
        title: '题',
        topicType: 2 as const,
        voteModel: 15 as const,
        lawItem: null,
        seats: null,
        seatOrder: null,
        pictures: [],
        files: [],
        options: [{ id: '', title: '甲', pictures: ['/file/q'], files: [] }],
      },
    ],
  }

  it('are collected wherever they are', () => {
    expect(filesOf(draft).map(({ field, path }) => [field, path])).toEqual([
      ['relapics', '/file/p'],
      ['relafiles', '/file/d'],
      ['topics.0.options.0.relapics', '/file/q'],
    ])
  })

  it('must be stored, and a picture must be one', () => {
    const stored = new Map([
      ['/file/p', 'application/pdf'],
      ['/file/d', 'image/png'],
    ])
    expect(fileErrors(filesOf(draft), stored).map((error) => error.field)).toEqual(['relapics', 'topics.0.options.0.relapics'])
  })
})

describe('answer slots of a record', () => {
  const topic = (id: number, topicType: 1 | 2) => ({
    id,
    public_id: `t${id}`,
    activity_id: 1,
    sort_no: id,
    title: '题',
    topic_type: topicType,
    vote_model: 14 as const,
    law_item: null,
    seats: null,
    seat_order: null,
    pictures: '[]',
    files: '[]',
  })
  const option = (topicKey: number, number: number) => ({
    public_id: `t${topicKey}o${number}`,
    topic_id: topicKey,
    sort_no: number,
    title: '项',
    pictures: '[]',
    files: '[]',
  })

  it('are the topics in order, or each option of one whose options are voted on', () => {
    const topics = toTopics([topic(1, 1), topic(2, 2), topic(3, 1)], [option(2, 1), option(2, 2)])
    expect(slotsOf(topics).map((slot) => [slot.topicId, slot.optionId])).toEqual([
      ['t1', ''],
      ['t2', 't2o1'],
      ['t2', 't2o2'],
      ['t3', ''],
    ])
  })
})
