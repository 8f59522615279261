import { describe, expect, it } from 'vitest'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { MergeRefusal, UnmergedBallot, UnmergedOwner } from '../../../src/shared/features/ballot/unmerged.ts'
import {
  differencesFrom,
  differencesInWords,
  doubtBetween,
  doubtInWords,
  freeBallots,
  isCertain,
  mergeInWords,
  mergeOf,
  ownerRefusalInWords,
  placesInWords,
  stayingInWords,
  valuesInWords,
} from '../../../src/renderer/features/ballot/parts/merging/unmerged.ts'

const ballot = (id: string, more: Partial<UnmergedBallot['properties'][number]> = {}, reason?: MergeRefusal): UnmergedBallot => ({
  ballotId: id,
  ballotState: reason === 'ballot.frozen' ? 1 : -1,
  refusal: reason === undefined ? '' : sentenceFor(reason),
  refusalReason: reason,
  properties: [
    {
      rosterPropertyId: `r${id}`,
      propertyId: `p${id}`,
      place: `1栋-${id}`,
      ownerName: '张三',
      phone: '13800008000',
      idNumber: '',
      areaHundredths: 5_050,
      ...more,
    },
  ],
})
const owner = (ballots: readonly UnmergedBallot[], more: Partial<UnmergedOwner> = {}): UnmergedOwner => ({
  ownerName: '张三',
  propertyCount: ballots.length,
  areaHundredths: 0,
  phoneDiffers: false,
  idNumberDiffers: false,
  ballots: [...ballots],
  ...more,
})
const frozen = 'ballot.frozen'
const entrusted = 'ballot.entrusted'

describe('an owner with several ballots', () => {
  it('is preselected only with equal name, ID number and phone, and two free ballots', () => {
    const two = owner([ballot('1'), ballot('2')])
    expect(isCertain('same', two)).toBe(true)
    expect(isCertain('alike', two)).toBe(false)
    expect(isCertain('same', { ...two, phoneDiffers: true })).toBe(false)
    expect(isCertain('same', { ...two, idNumberDiffers: true })).toBe(false)
    expect(isCertain('same', owner([ballot('1'), ballot('2', {}, frozen)]))).toBe(false)
  })

  it('is never preselected by a name only', () => {
    const none = { phone: '11111111111', idNumber: '无' }
    expect(isCertain('same', owner([ballot('1', none), ballot('2', none)]))).toBe(false)
    const couple = { ownerName: '张三/李四', phone: '13800008000/00000000000', idNumber: '110101196203150012/0' }
    expect(isCertain('same', owner([ballot('1', couple), ballot('2', couple)]))).toBe(false)
    expect(doubtBetween({ phone: '22222222222', idNumber: '无' }, { phone: '22222222222', idNumber: '-' })).toBe('没有手机号和证件号可以核对')
    expect(doubtInWords([ballot('1', { idNumber: 'H00000001(01)' }), ballot('2', { idNumber: 'H0000000101' })])).toBe('')
  })

  it('says why nothing can be merged, and which ballots stay separate', () => {
    expect(ownerRefusalInWords(owner([ballot('1', {}, frozen), ballot('2', {}, frozen)]))).toBe('全部票权已标记或已投票，不能合并')
    expect(ownerRefusalInWords(owner([ballot('1'), ballot('2', {}, frozen)]))).toBe('其余票权已标记或已投票，不能合并')
    const three = owner([ballot('1'), ballot('2', {}, frozen), ballot('3')])
    expect(ownerRefusalInWords(three)).toBeNull()
    expect(freeBallots(three).map(({ ballotId }) => ballotId)).toEqual(['1', '3'])
    expect(stayingInWords(three)).toBe('1 票已标记或已投票，不能合并，仍单独计票')
    expect(stayingInWords(owner([ballot('1'), ballot('2')]))).toBe('')
  })

  it('says if a proxy keeps ballots separate', () => {
    const entrustedOne = ballot('2', {}, entrusted)
    expect(isCertain('same', owner([ballot('1'), entrustedOne]))).toBe(false)
    expect(ownerRefusalInWords(owner([ballot('1', {}, entrusted), entrustedOne]))).toBe('全部票权有有效的委托，不能合并')
    expect(ownerRefusalInWords(owner([ballot('1'), entrustedOne]))).toBe('其余票权有有效的委托，不能合并')
    expect(ownerRefusalInWords(owner([ballot('1', {}, frozen), entrustedOne]))).toBe('全部票权已标记、已投票或有有效的委托，不能合并')
    expect(stayingInWords(owner([ballot('1'), entrustedOne, ballot('3')]))).toBe('1 票有有效的委托，不能合并，仍单独计票')
    expect(stayingInWords(owner([ballot('1'), entrustedOne, ballot('3'), ballot('4', {}, frozen)]))).toBe(
      '2 票已标记、已投票或有有效的委托，不能合并，仍单独计票',
    )
  })

  it('counts as one head with the total area', () => {
    expect(mergeInWords([ballot('1'), ballot('2'), ballot('3')])).toBe('3 票合并为 1 票，共 3 套 151.50㎡，按 1 人计票')
    expect(mergeOf([ballot('2'), ballot('1')])).toEqual({ ballotId: '2', mergedIds: ['1'] })
    expect(mergeOf([ballot('2')])).toBeNull()
    expect(mergeOf([])).toBeNull()
  })

  it('shows the differing values, each once and masked', () => {
    const two = owner([ballot('1'), ballot('2', { phone: '13900009000/13800008000', idNumber: '110101196203150012' })], {
      phoneDiffers: true,
      idNumberDiffers: true,
    })
    expect(differencesInWords(two)).toBe('手机号、证件号不一致')
    expect(differencesInWords(owner([]))).toBe('')
    expect(valuesInWords(two, 'phone')).toEqual(['138****8000', '138****8000/139****9000'])
    expect(valuesInWords(two, 'idNumber')).toEqual(['未登记', '110***********0012'])
    const [one, other] = two.ballots.flatMap(({ properties }) => properties)
    if (!one || !other) throw new Error('two properties')
    expect(differencesFrom(one, other)).toEqual({ phone: true, idNumber: true })
    expect(differencesFrom(other, { ...other, phone: '13800008000/13900009000' })).toEqual({ phone: false, idNumber: false })
    expect(differencesFrom(undefined, other)).toEqual({ phone: false, idNumber: false })
  })

  it('needs a confirmation if phones or ID numbers differ or no ID number exists', () => {
    const id = '110101196203150012'
    expect(doubtInWords([ballot('1', { idNumber: id }), ballot('2', { idNumber: id })])).toBe('')
    expect(doubtInWords([ballot('1', { idNumber: id }), ballot('2', { idNumber: id, phone: '13900000000' })])).toBe('手机号不一致')
    expect(doubtInWords([ballot('1', { idNumber: id }), ballot('2')])).toBe('证件号不一致')
    expect(doubtInWords([ballot('1'), ballot('2')])).toBe('没有证件号可以核对')
  })

  it('names its properties, or the first of many', () => {
    const three = owner([ballot('1'), ballot('2'), ballot('3')])
    expect(placesInWords(three)).toBe('1栋-1、1栋-2、1栋-3')
    expect(placesInWords(three, 2)).toBe('1栋-1、1栋-2 等 3 套')
  })
})
