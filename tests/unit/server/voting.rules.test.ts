import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityStatus } from '../../../src/shared/features/activity/rules.ts'
import { floorHeight } from '../../../src/shared/features/voting/rules.ts'
import type { Slot } from '../../../src/server/features/activity/rules.ts'
import {
  buildGrid,
  castRefusal,
  codesRefusal,
  decodeAnswers,
  encodeAnswers,
  entryRefusal,
  gridPath,
  isLateEntry,
  receiptRefusal,
  receivedAt,
  unmarkRefusal,
  voidRefusal,
  votingRefusal,
} from '../../../src/server/features/voting/rules.ts'

/** Two topics voted on themselves, and one whose two options are. */
const slots: readonly Slot[] = [
  { topicId: 'fund', optionId: '', voteModel: 15 },
  { topicId: 'committee', optionId: 'zhang', voteModel: 14 },
  { topicId: 'committee', optionId: 'li', voteModel: 14 },
  { topicId: 'rules', optionId: '', voteModel: 13 },
]

describe('encoded answers', () => {
  it('have one character per slot, in slot order, whatever the order of the choices', () => {
    const choices = [
      { topicId: 'rules', optionId: '', answer: 1 },
      { topicId: 'committee', optionId: 'li', answer: 2 },
      { topicId: 'fund', optionId: '', answer: 3 },
    ] as const
    expect(encodeAnswers(slots, choices)).toBe('3021')
  })

  it('are open if nothing was chosen', () => {
    expect(encodeAnswers(slots, [])).toBe('0000')
    expect(encodeAnswers(slots, [{ topicId: 'rules', optionId: '', answer: 0 }])).toBe('0000')
  })

  it.each([
    ['a topic of another activity', [{ topicId: 'other', optionId: '', answer: 1 }]],
    ['an option of another topic', [{ topicId: 'fund', optionId: 'zhang', answer: 1 }]],
    ['a topic itself where its options are voted on', [{ topicId: 'committee', optionId: '', answer: 1 }]],
    [
      'an option twice',
      [
        { topicId: 'committee', optionId: 'li', answer: 1 },
        { topicId: 'committee', optionId: 'li', answer: 1 },
      ],
    ],
    ['an unknown option that is left open', [{ topicId: 'committee', optionId: 'wang', answer: 0 }]],
    ['an abstention that the topic does not offer', [{ topicId: 'committee', optionId: 'li', answer: 3 }]],
    ['an opposition that the topic does not offer', [{ topicId: 'rules', optionId: '', answer: 2 }]],
  ] as const)('are refused for %s', (_name, choices) => {
    expect(encodeAnswers(slots, choices)).toBeNull()
  })

  it('round-trip for any layout and any choices', () => {
    const model = fc.constantFrom(13, 14, 15)
    const layout = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string(), model), {
      selector: ([topicId, optionId]) => `${topicId}\u0001${optionId}`,
      maxLength: 60,
    })
    const offered = { 13: [0, 1], 14: [0, 1, 2], 15: [0, 1, 2, 3] } as const
    fc.assert(
      fc.property(layout, fc.infiniteStream(fc.nat()), (places, picks) => {
        const own: Slot[] = places.map(([topicId, optionId, voteModel]) => ({ topicId, optionId, voteModel }))
        const choices = own.map(({ topicId, optionId, voteModel }) => {
          const answers = offered[voteModel]
          return { topicId, optionId, answer: answers[Number(picks.next().value) % answers.length] ?? 0 }
        })
        const answers = encodeAnswers(own, choices.toReversed())
        expect(answers).toHaveLength(own.length)
        expect(decodeAnswers(own, answers ?? '')).toEqual(choices)
      }),
    )
  })

  it('are none for a record that is only marked', () => {
    expect(decodeAnswers(slots, '')).toEqual([])
  })
})

describe('what an activity allows', () => {
  const activity = (status: ActivityStatus) => ({ status, startsAt: 1_000, endsAt: 2_000 })

  it.each([0, 2, 3] as const)('is no vote in status %i', (status) => {
    expect(votingRefusal(activity(status), 1_500, 'cast')).toBe('activity.wrongStatus')
  })

  it('accepts votes from the first to the last moment while open', () => {
    const at = (now: number) => votingRefusal(activity(1), now, 'mark')
    expect([at(1_000), at(2_000)]).toEqual([null, null])
    expect([at(999), at(2_001)]).toEqual(['voting.outsideTime', 'voting.outsideTime'])
  })

  it('allows voiding only votes, until finished', () => {
    expect(([0, 1, 2] as const).map((status) => voidRefusal(1, status))).toEqual(['voting.onlyVoted', null, 'voting.onlyVoted'])
    expect(voidRefusal(2, 1)).toBeNull()
    expect(voidRefusal(3, 1)).toBe('activity.wrongStatus')
  })

  it('allows removing a mark without a vote, while open', () => {
    expect(([0, 1, 2] as const).map((status) => unmarkRefusal(1, status))).toEqual([null, 'voting.onlyMarked', 'voting.onlyMarked'])
    expect(unmarkRefusal(2, 0)).toBe('activity.wrongStatus')
  })
})

describe('a ballot’s availability', () => {
  const live = (status: 0 | 1) => ({ id: 'r', status, markedCode: 'A1' })

  it('is given without a record and with a mark, and not with a vote', () => {
    expect(castRefusal({ isEnded: false, live: null })).toBeNull()
    expect(castRefusal({ isEnded: false, live: live(0) })).toBeNull()
    expect(castRefusal({ isEnded: false, live: live(1) })).toBe('voting.alreadyVoted')
  })

  it('is refused with its own reason if it was merged away', () => {
    expect(castRefusal({ isEnded: true, live: null })).toBe('ballot.ended')
  })

  it('requires every named code to be found, or does nothing', () => {
    const found = [live(0).markedCode]
    expect(codesRefusal(['A1'], found)).toBeNull()
    expect(codesRefusal(['A1', 'a1'], found)).toBe('voting.unknownCode')
  })
})

describe('a building’s grid', () => {
  it('needs a path of a building or a unit', () => {
    expect(gridPath('一期▶▶3栋')).toEqual({ period: '一期', zone: '', building: '3栋', unit: null })
    expect(gridPath('一期▶东区▶3栋▶')).toEqual({ period: '一期', zone: '东区', building: '3栋', unit: '' })
    for (const path of ['一期', '一期▶东区', '一期▶▶3栋▶1单元▶101']) expect(gridPath(path), path).toBeNull()
  })

  it('has the highest floor on top, cellars below ground, unknown floors at the bottom', () => {
    const floors = ['2', '', '10', 'B2', '十二层', '-1', '1', '地下3层', '负一层']
    const ordered = buildGrid(
      'a',
      floors.map((floor, index) => ({ propertyId: `p${index}`, unit: '1单元', floor, room: 'x', state: -1 as const, paperState: -1 as const })),
    ).units[0]?.floors.map(({ floorno }) => floorno)
    expect(ordered).toEqual(['十二层', '10', '2', '1', '负一层', '-1', 'B2', '地下3层', ''])
    expect(floorHeight('B2')).toBe(-2)
  })

  it('keeps units and rooms in order, each with its ballot state', () => {
    const room = (unit: string, number: string, state: -1 | 0 | 1 = -1) => ({
      propertyId: `${unit}${number}`,
      unit,
      floor: '',
      room: number,
      state,
      paperState: state === 0 ? (1 as const) : (-1 as const),
    })
    expect(buildGrid('a', [room('1单元', '101', 1), room('1单元', '102'), room('1单元', '1201', 0), room('', '301')])).toEqual({
      units: [
        {
          unitname: '1单元',
          floors: [
            { floorno: '12', elements: [{ baseinfo: { activityId: 'a', propertyId: '1单元1201', room: '1201' }, votestatus: 0, paperstatus: 1 }] },
            {
              floorno: '1',
              elements: [
                { baseinfo: { activityId: 'a', propertyId: '1单元101', room: '101' }, votestatus: 1, paperstatus: -1 },
                { baseinfo: { activityId: 'a', propertyId: '1单元102', room: '102' }, votestatus: -1, paperstatus: -1 },
              ],
            },
          ],
        },
        {
          unitname: '',
          floors: [{ floorno: '3', elements: [{ baseinfo: { activityId: 'a', propertyId: '301', room: '301' }, votestatus: -1, paperstatus: -1 }] }],
        },
      ],
    })
  })
})

describe('the arrival time of a paper', () => {
  const [start, end] = [1_000, 9_000]
  const times = { startsAt: start, endsAt: end }

  it('is the typed one, else the recorded one, else now', () => {
    expect(receivedAt(2_000, 3_000, 4_000)).toBe(2_000)
    expect(receivedAt(null, 3_000, 4_000)).toBe(3_000)
    expect(receivedAt(null, null, 4_000)).toBe(4_000)
  })

  it.each([
    ['at the first moment', start, 20_000, null],
    ['at the last moment', end, 20_000, null],
    ['before the start', start - 1, 20_000, 'voting.receivedOutsideTime'],
    ['after the end', end + 1, 20_000, 'voting.receivedOutsideTime'],
    ['now', 5_000, 5_000, null],
    ['later than now', 5_001, 5_000, 'voting.receivedInFuture'],
  ] as const)('%s', (_name, received, now, refusal) => {
    expect(receiptRefusal(times, received, now)).toBe(refusal)
  })

  it('makes a late entry only after the end; for a tally only if typed', () => {
    for (const step of ['cast', 'tally'] as const) {
      expect(isLateEntry(times, step, 5_000, end + 1)).toBe(true)
      expect(isLateEntry(times, step, 5_000, end)).toBe(false)
    }
    expect(isLateEntry(times, 'cast', null, end + 1)).toBe(true)
    expect(isLateEntry(times, 'tally', null, end + 1)).toBe(false)
  })

  it('allows desk entries after the end if known for every ballot', () => {
    const voting = { ...times, status: 1 } as const
    expect(entryRefusal(voting, end, null, [null])).toBeNull()
    expect(entryRefusal(voting, end + 1, null, [null])).toBe('voting.outsideTime')
    expect(entryRefusal(voting, end + 1, null, [])).toBe('voting.outsideTime')
    expect(entryRefusal(voting, end + 1, null, [5_000, null])).toBe('voting.outsideTime')
    expect(entryRefusal(voting, end + 1, null, [5_000, 6_000])).toBeNull()
    expect(entryRefusal(voting, end + 1, 5_000, [null])).toBeNull()
    expect(entryRefusal({ ...times, status: 2 }, 5_000, 5_000, [5_000])).toBe('activity.wrongStatus')
  })
})
