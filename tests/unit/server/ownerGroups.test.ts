import { describe, expect, it } from 'vitest'
import { ownerGroups, type OwnedProperty } from '../../../src/server/features/ballot/ownerGroups.ts'

const [ZHANG, LI, OTHER] = ['110101196203150012', '110101197001010023', '110101198812120034']
const property = (ballotKey: number, ownerName: string, idNumber: string, phone = '13800000001'): OwnedProperty => ({ ballotKey, ownerName, idNumber, phone })
const ballots = (groups: readonly { readonly ballotKeys: readonly number[] }[]) => groups.map(({ ballotKeys }) => ballotKeys)

describe('grouping owners with several ballots', () => {
  it('matches equal names and ID numbers, whatever is between their properties', async () => {
    const { same, alike } = await ownerGroups([property(1, '张三', ZHANG), property(2, '李四', LI), property(3, '张三', ZHANG), property(4, '王五', OTHER)])
    expect(same).toEqual([{ ballotKeys: [1, 3], phoneDiffers: false, idNumberDiffers: false }])
    expect(alike).toEqual([])
  })

  it('compares sets of pairs: co-owners in another order match, exchanged ID numbers do not', async () => {
    const one = property(1, '张三/李四', `${ZHANG}/${LI}`, '13800000001/13800000002')
    const turned = property(2, '李四/张三', `${LI}/${ZHANG}`, '13800000002/13800000001')
    expect((await ownerGroups([one, turned])).same).toEqual([{ ballotKeys: [1, 2], phoneDiffers: false, idNumberDiffers: false }])
    const exchanged = { ...turned, idNumber: `${ZHANG}/${LI}` }
    expect(await ownerGroups([one, exchanged])).toMatchObject({ same: [], alike: [{ ballotKeys: [1, 2] }] })
  })

  it('finds none if one ballot has all of their properties', async () => {
    expect(await ownerGroups([property(1, '张三', ZHANG), property(1, '张三', ZHANG)])).toEqual({ same: [], alike: [] })
  })

  it('reports different phones for one ID number', async () => {
    expect((await ownerGroups([property(1, '张三', ZHANG), property(2, '张三', ZHANG, '13900000009')])).same).toEqual([
      { ballotKeys: [1, 2], phoneDiffers: true, idNumberDiffers: false },
    ])
  })

  it('sorts by their first properties', async () => {
    const properties = [property(1, '李四', LI), property(2, '张三', ZHANG), property(3, '张三', ZHANG), property(4, '李四', LI)]
    expect(ballots((await ownerGroups(properties)).same)).toEqual([
      [1, 4],
      [2, 3],
    ])
  })
})

describe('namesakes', () => {
  it('namesakes without ID numbers are only similar, those with the same phone first', async () => {
    const properties = [property(1, '王伟', '', '13900000001'), property(2, '王伟', '', '13900000002'), property(3, '陈静', ''), property(4, '陈静', '')]
    expect(await ownerGroups(properties)).toEqual({
      same: [],
      alike: [
        { ballotKeys: [3, 4], phoneDiffers: false, idNumberDiffers: false },
        { ballotKeys: [1, 2], phoneDiffers: true, idNumberDiffers: false },
      ],
    })
  })

  it('namesakes with different ID numbers and phones are two people and not listed', async () => {
    expect(await ownerGroups([property(1, '王伟', ZHANG, '13900000001'), property(2, '王伟', LI, '13900000002')])).toEqual({ same: [], alike: [] })
  })

  it('namesakes with different ID numbers and the same phone are similar; the placeholder phone is none', async () => {
    expect((await ownerGroups([property(1, '王伟', ZHANG), property(2, '王伟', LI)])).alike).toEqual([
      { ballotKeys: [1, 2], phoneDiffers: false, idNumberDiffers: true },
    ])
    expect((await ownerGroups([property(1, '王伟', ZHANG, '11111111111'), property(2, '王伟', LI, '11111111111')])).alike).toEqual([])
  })

  it('may be the one person whose ID number is known', async () => {
    const { same, alike } = await ownerGroups([property(1, '王伟', ZHANG), property(2, '王伟', ZHANG), property(3, '王伟', '')])
    expect(ballots(same)).toEqual([[1, 2]])
    expect(ballots(alike)).toEqual([[1, 2, 3]])
  })

  it('who were merged by hand count as one', async () => {
    const merged = [property(1, '王伟', ZHANG, '13900000001'), property(1, '王伟', LI, '13900000002'), property(2, '王伟', LI, '13900000003')]
    expect((await ownerGroups(merged)).same).toEqual([{ ballotKeys: [1, 2], phoneDiffers: true, idNumberDiffers: true }])
  })
})
