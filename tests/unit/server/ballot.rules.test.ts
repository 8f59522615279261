import { describe, expect, it } from 'vitest'
import { mergeRefusal, splitRefusal } from '../../../src/shared/features/ballot/rules.ts'
import { modifyRefusal, removeRefusal, splitOutRefusal } from '../../../src/server/features/ballot/rules.ts'
import { planSync, type RosterProperty, type SyncFacts } from '../../../src/server/features/ballot/syncPlan.ts'
import { ActivityStatus } from '../../../src/shared/features/activity/rules.ts'
import { isBallotFrozen } from '../../../src/shared/features/ballot/rules.ts'

const on = (key: number, ownerName: string, phone = '138') => ({ key, ownerName, phone })
const open = { isFrozen: false }
const closed = { isFrozen: true }

describe('one owner per ballot', () => {
  const main = { ...open, properties: [on(1, '张三')] } as const

  it('merges equal names with any phone', () => expect(mergeRefusal(main, on(2, '张三', '139'), open)).toBeNull())
  it.each(['李四', '张三/李四', '张三丰'])('does not merge %s', (name) => expect(mergeRefusal(main, on(2, name), open)).toBe('ballot.otherOwner'))
  it('recognises an already merged property', () => {
    expect(mergeRefusal(main, on(1, '张三'), open)).toBe('ballot.itself')
    expect(mergeRefusal({ ...open, properties: [on(1, '张三'), on(2, '张三')] }, on(2, '张三'), open)).toBe('ballot.alreadyMerged')
  })
  it('changes the owner of a ballot’s only property, but not of one of two', () => {
    expect(modifyRefusal(open, [], { ownerName: '李四' })).toBeNull()
    expect(modifyRefusal(open, [on(2, '张三')], { ownerName: '李四' })).toBe('ballot.otherOwner')
    expect(modifyRefusal(open, [on(2, '张三')], { ownerName: '张三' })).toBeNull()
  })
  it('splits out an owner who differs in name or phone from all who stay', () => {
    const others = [on(2, '张三', '138'), on(3, '张三', '139')]
    expect(splitOutRefusal(open, others, { ownerName: '张三', phone: '139' })).toBe('ballot.sameOwner')
    expect(splitOutRefusal(open, others, { ownerName: '张三', phone: '137' })).toBeNull()
    expect(splitOutRefusal(open, others, { ownerName: '李四', phone: '138' })).toBeNull()
    expect(splitOutRefusal(open, [], { ownerName: '李四', phone: '138' })).toBe('ballot.lastOne')
  })
})

describe('a ballot that may not be adjusted', () => {
  it.each([
    [0, false, -1, ActivityStatus.voting, true],
    [1, false, -1, ActivityStatus.notStarted, true],
    [-1, false, -1, ActivityStatus.tallying, false],
    [-1, true, -1, ActivityStatus.voting, false],
    [-1, true, -1, ActivityStatus.tallying, true],
    [-1, true, 2, ActivityStatus.voting, true],
  ] as const)(
    'of state %i, voided %s, with a paper of state %i, in an activity of status %i is frozen: %s',
    (ballotState, isVoided, paperState, status, isFrozen) => {
      expect(isBallotFrozen(status, { ballotState, isVoided, paperState })).toBe(isFrozen)
    },
  )

  it('is frozen for every adjustment', () => {
    const rosterProperty = on(2, '张三')
    const frozen = 'ballot.frozen'
    expect(mergeRefusal({ ...closed, properties: [on(1, '张三')] }, rosterProperty, open)).toBe(frozen)
    expect(mergeRefusal({ ...open, properties: [on(1, '张三')] }, rosterProperty, closed)).toBe(frozen)
    expect(splitRefusal(closed, [rosterProperty])).toBe(frozen)
    expect(splitOutRefusal(closed, [rosterProperty], { ownerName: '李四', phone: '1' })).toBe(frozen)
    expect(modifyRefusal(closed, [], { ownerName: '李四' })).toBe(frozen)
    expect(removeRefusal(closed)).toBe(frozen)
  })
})

const rosterProperty = (key: number, room: string, more: Partial<RosterProperty> = {}): RosterProperty => ({
  key,
  ballotKey: key,
  propertyId: `p${key}`,
  category: 1,
  areaSource: 0,
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

describe('planning a sync', () => {
  const plan = (facts: Partial<SyncFacts> & Pick<SyncFacts, 'properties' | 'rosterProperties'>) =>
    planSync({
      frozen: new Set(),
      isWholeFixed: false,
      absent: null,
      registered: new Set(facts.rosterProperties.map((each) => each.propertyId)),
      ...facts,
    })

  it('adds, updates and skips each property once', () => {
    const [known, frozen] = [rosterProperty(1, '101'), rosterProperty(2, '102')]
    const { added, updated, skipped } = plan({
      properties: [rosterProperty(3, '103'), known, frozen],
      rosterProperties: [known, frozen],
      frozen: new Set([2]),
    })
    expect([added.map((each) => each.propertyId), updated.map((each) => each.rosterProperty.key), skipped]).toEqual([
      ['p3'],
      [1],
      [{ propertyId: 'p2', reason: 'frozen' }],
    ])
  })

  it('neither adds a property nor changes an area once the whole is fixed, before any other reason', () => {
    const [named, frozen] = [rosterProperty(1, '101'), rosterProperty(2, '102')]
    const { added, updated, skipped } = plan({
      properties: [rosterProperty(3, '103'), { ...named, phone: '139' }, { ...frozen, areaHundredths: 101 }],
      rosterProperties: [named, frozen],
      frozen: new Set([2]),
      isWholeFixed: true,
      absent: 'wholeFixed',
    })
    expect([added, updated.map((each) => each.rosterProperty.key), skipped]).toEqual([
      [],
      [1],
      [
        { propertyId: 'p3', reason: 'wholeFixed' },
        { propertyId: 'p2', reason: 'wholeFixed' },
      ],
    ])
  })

  it('matches a roster property by place only if the registry has no other', () => {
    const standing = rosterProperty(1, '101')
    const anew = rosterProperty(9, '101')
    expect(plan({ properties: [anew], rosterProperties: [standing], registered: new Set() }).updated).toMatchObject([
      { rosterProperty: { key: 1 }, property: { propertyId: 'p9' } },
    ])
    expect(plan({ properties: [anew], rosterProperties: [standing] }).skipped).toMatchObject([{ propertyId: 'p9' }])
  })

  it('does not move a roster property to an occupied place', () => {
    const [first, second] = [rosterProperty(1, '101'), rosterProperty(2, '102')]
    expect(plan({ properties: [{ ...first, room: '102' }], rosterProperties: [first, second] })).toMatchObject({ updated: [], skipped: [{ propertyId: 'p1' }] })
  })

  it('changes a ballot’s owner for all its properties together, and always allows other changes', () => {
    const rosterProperties = [rosterProperty(1, '101', { ballotKey: 7 }), rosterProperty(2, '102', { ballotKey: 7 })]
    const [first, second] = rosterProperties.map((each) => ({ ...each, ownerName: '买主' }))
    const properties = [first, second].filter((each) => each !== undefined)
    expect(plan({ properties, rosterProperties }).updated).toHaveLength(2)
    const newPhone = rosterProperty(2, '102', { phone: '139' })
    expect(plan({ properties: [...properties.slice(0, 1), newPhone], rosterProperties })).toMatchObject({
      updated: [{ rosterProperty: { key: 2 } }],
      skipped: [{ propertyId: 'p1' }],
    })
  })
})
