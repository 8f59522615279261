import { describe, expect, it } from 'vitest'
import { mergeRefusal, modifyRefusal, removeRefusal, splitOutRefusal, splitRefusal } from '../../../src/server/features/ballot/rules.ts'
import { planSync, type RosterHouse, type SyncFacts } from '../../../src/server/features/ballot/syncPlan.ts'
import { ActivityStatus } from '../../../src/shared/features/activity/rules.ts'
import { isBallotFrozen } from '../../../src/shared/features/ballot/rules.ts'

const on = (key: number, ownerName: string, phone = '138') => ({ key, ownerName, phone })
const open = { isFrozen: false }
const closed = { isFrozen: true }

describe('one ballot has one owner', () => {
  const main = { ...open, houses: [on(1, '张三')] } as const

  it('merges the same name, whatever the phone', () => expect(mergeRefusal(main, on(2, '张三', '139'), open)).toBeNull())
  it.each(['李四', '张三/李四', '张三丰'])('does not merge %s', (name) => expect(mergeRefusal(main, on(2, name), open)).toBe('ballot.otherOwner'))
  it('tells itself from what is merged already', () => {
    expect(mergeRefusal(main, on(1, '张三'), open)).toBe('ballot.itself')
    expect(mergeRefusal({ ...open, houses: [on(1, '张三'), on(2, '张三')] }, on(2, '张三'), open)).toBe('ballot.alreadyMerged')
  })
  it('lets the only house of a ballot take another owner, one of two not', () => {
    expect(modifyRefusal(open, [], { ownerName: '李四' })).toBeNull()
    expect(modifyRefusal(open, [on(2, '张三')], { ownerName: '李四' })).toBe('ballot.otherOwner')
    expect(modifyRefusal(open, [on(2, '张三')], { ownerName: '张三' })).toBeNull()
  })
  it('splits out who differs in name or in phone from everyone who stays', () => {
    const others = [on(2, '张三', '138'), on(3, '张三', '139')]
    expect(splitOutRefusal(open, others, { ownerName: '张三', phone: '139' })).toBe('ballot.sameOwner')
    expect(splitOutRefusal(open, others, { ownerName: '张三', phone: '137' })).toBeNull()
    expect(splitOutRefusal(open, others, { ownerName: '李四', phone: '138' })).toBeNull()
    expect(splitOutRefusal(open, [], { ownerName: '李四', phone: '138' })).toBe('ballot.lastOne')
  })
})

describe('a ballot that may not be adjusted', () => {
  it.each([
    [0, false, ActivityStatus.voting, true],
    [1, false, ActivityStatus.notStarted, true],
    [-1, false, ActivityStatus.tallying, false],
    [-1, true, ActivityStatus.voting, false],
    [-1, true, ActivityStatus.tallying, true],
  ] as const)('of state %i, voided %s, in an activity of status %i is frozen: %s', (ballotState, isVoided, status, isFrozen) => {
    expect(isBallotFrozen(status, { ballotState, isVoided })).toBe(isFrozen)
  })

  it('is frozen in every way', () => {
    const house = on(2, '张三')
    const frozen = 'ballot.frozen'
    expect(mergeRefusal({ ...closed, houses: [on(1, '张三')] }, house, open)).toBe(frozen)
    expect(mergeRefusal({ ...open, houses: [on(1, '张三')] }, house, closed)).toBe(frozen)
    expect(splitRefusal(closed, [house])).toBe(frozen)
    expect(splitOutRefusal(closed, [house], { ownerName: '李四', phone: '1' })).toBe(frozen)
    expect(modifyRefusal(closed, [], { ownerName: '李四' })).toBe(frozen)
    expect(removeRefusal(closed)).toBe(frozen)
  })
})

const house = (key: number, room: string, more: Partial<RosterHouse> = {}): RosterHouse => ({
  key,
  ballotKey: key,
  propertyId: `p${key}`,
  period: '一期',
  zone: '',
  building: '1栋',
  unit: '',
  floor: '',
  room,
  areaHundredths: 100,
  ownerName: '张三',
  phone: '138',
  idNumber: '',
  ...more,
})

describe('a sync', () => {
  const plan = (facts: Partial<SyncFacts> & Pick<SyncFacts, 'properties' | 'houses'>) =>
    planSync({
      frozen: new Set(),
      registered: new Set(facts.houses.map((each) => each.propertyId)),
      ...facts,
    })

  it('adds, updates and skips, each property once', () => {
    const [known, frozen] = [house(1, '101'), house(2, '102')]
    const { added, updated, skipped } = plan({
      properties: [house(3, '103'), known, frozen],
      houses: [known, frozen],
      frozen: new Set([2]),
    })
    expect([added.map((each) => each.propertyId), updated.map((each) => each.house.key), skipped]).toEqual([
      ['p3'],
      [1],
      [{ propertyId: 'p2', reason: 'frozen' }],
    ])
  })

  it('takes the house at a place for the property only where the registry has no other', () => {
    const standing = house(1, '101')
    const anew = house(9, '101')
    expect(plan({ properties: [anew], houses: [standing], registered: new Set() }).updated).toMatchObject([
      { house: { key: 1 }, property: { propertyId: 'p9' } },
    ])
    expect(plan({ properties: [anew], houses: [standing] }).skipped).toMatchObject([{ propertyId: 'p9' }])
  })

  it('does not move a house to where another stands', () => {
    const [first, second] = [house(1, '101'), house(2, '102')]
    expect(plan({ properties: [{ ...first, room: '102' }], houses: [first, second] })).toMatchObject({ updated: [], skipped: [{ propertyId: 'p1' }] })
  })

  it('lets the houses of one ballot change their owner together, and other changes through in any case', () => {
    const houses = [house(1, '101', { ballotKey: 7 }), house(2, '102', { ballotKey: 7 })]
    const [first, second] = houses.map((each) => ({ ...each, ownerName: '买主' }))
    const properties = [first, second].filter((each) => each !== undefined)
    expect(plan({ properties, houses }).updated).toHaveLength(2)
    const newPhone = house(2, '102', { phone: '139' })
    expect(plan({ properties: [...properties.slice(0, 1), newPhone], houses })).toMatchObject({
      updated: [{ house: { key: 2 } }],
      skipped: [{ propertyId: 'p1' }],
    })
  })
})
