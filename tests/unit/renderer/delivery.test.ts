import { describe, expect, it } from 'vitest'
import { lacksOf } from '../../../src/shared/features/delivery/judging.ts'
import { parseTime } from '../../../src/shared/time/chinaTime.ts'
import { deliveryMessages } from '../../../src/shared/features/delivery/rules.ts'
import { DeliveryDraft, voteSourceName } from '../../../src/shared/features/delivery/contract.ts'
import { deliveryOf, writtenMinutes } from '../../../src/renderer/features/delivery/deliveryForm.ts'
import { evidenceFacts, evidenceWords } from '../../../src/renderer/features/delivery/evidenceWords.ts'
import { channelName, filterInWords, resultWords, shareOf, statusFilters, statusWords } from '../../../src/renderer/features/delivery/deliveryWords.ts'
import { futureFault } from '../../../src/renderer/ui/fieldRules.ts'
import { filterPath, isTooShallow, unitOptions } from '../../../src/renderer/features/delivery/parts/places/unitCascade.ts'

describe('the cascade of buildings', () => {
  it('keeps the order of paths, and hides empty levels but keeps them in paths', () => {
    expect(unitOptions(['一期▶▶2栋▶1单元', '一期▶▶2栋▶2单元', '一期▶▶10栋▶', '二期▶东区▶1栋▶1单元'])).toEqual([
      {
        value: '一期',
        label: '一期',
        children: [
          {
            value: '一期▶▶2栋',
            label: '2栋',
            children: [
              { value: '一期▶▶2栋▶1单元', label: '1单元' },
              { value: '一期▶▶2栋▶2单元', label: '2单元' },
            ],
          },
          { value: '一期▶▶10栋', label: '10栋' },
        ],
      },
      {
        value: '二期',
        label: '二期',
        children: [
          {
            value: '二期▶东区',
            label: '东区',
            children: [{ value: '二期▶东区▶1栋', label: '1栋', children: [{ value: '二期▶东区▶1栋▶1单元', label: '1单元' }] }],
          },
        ],
      },
    ])
  })

  it('distinguishes buildings of the same name by period', () => {
    const [first, second] = unitOptions(['一期▶▶1栋▶', '二期▶▶1栋▶'])
    expect([first?.children?.[0]?.value, second?.children?.[0]?.value]).toEqual(['一期▶▶1栋', '二期▶▶1栋'])
  })

  it.each([
    [[], '', false],
    [['一期'], '', true],
    [['二期', '二期▶东区'], '', true],
    [['一期', '一期▶▶2栋'], '一期▶▶2栋', false],
    [['一期', '一期▶▶2栋', '一期▶▶2栋▶1单元'], '一期▶▶2栋▶1单元', false],
  ])('a pick of %j filters by %j', (picked, path, tooShallow) => {
    expect(filterPath(picked)).toBe(path)
    expect(isTooShallow(picked)).toBe(tooShallow)
  })
})

describe('the form of a single delivery', () => {
  const now = Date.UTC(2026, 4, 1, 1, 30, 20) // 09:30:20 in China

  it('defaults to the current minute, which is not in the future', () => {
    expect(writtenMinutes(now)).toBe('2026-05-01 09:30')
    expect(futureFault(writtenMinutes(now), now, deliveryMessages.inFuture)).toBeNull()
  })

  it('rejects only a future time; an empty one is another rule’s case', () => {
    expect(futureFault('2026-05-01 09:31', now, deliveryMessages.inFuture)).toBe(deliveryMessages.inFuture)
    expect(futureFault('2026-05-01 09:30', now, deliveryMessages.inFuture)).toBeNull()
    expect(futureFault('', now, deliveryMessages.inFuture)).toBeNull()
    expect(futureFault(undefined, now, deliveryMessages.inFuture)).toBeNull()
  })

  it('is converted to the server’s input', () => {
    const delivery = deliveryOf({ voteSource: 2, deliveredAt: '2026-05-01 09:30', deliveredBy: ' 王五 ', remark: ' 门口 ', pictures: ['/file/a', '/file/b'] })
    expect(DeliveryDraft.encode({ rosterPropertyId: 'property-1', ...delivery })).toEqual({
      activitypropertyid: 'property-1',
      votesource: 2,
      notifytime: '2026-05-01 09:30:00',
      notifier: '王五',
      remark: '门口',
      pics: [{ resourcepath: '/file/a' }, { resourcepath: '/file/b' }],
      method: null,
      receiver: '',
      relation: null,
      seconddeliverer: '',
      trackingno: '',
      noticefrom: '',
      noticeto: '',
    })
  })

  it('includes evidence; a notice uses full times, so that an attempt on the same morning precedes it', () => {
    const evidence = {
      method: 6,
      relation: 2,
      receiver: ' 李四 ',
      secondDeliverer: ' 赵六 ',
      trackingNo: ' EMS1 ',
      noticeFrom: '2026-05-01 10:30',
      noticeTo: '2026-05-08 18:00',
    } as const
    const delivery = deliveryOf({ voteSource: 2, deliveredAt: '2026-05-01 09:30', ...evidence })
    expect(DeliveryDraft.encode({ rosterPropertyId: 'property-1', ...delivery })).toMatchObject({
      method: 6,
      receiver: '李四',
      relation: 2,
      seconddeliverer: '赵六',
      trackingno: 'EMS1',
      noticefrom: '2026-05-01 10:30:00',
      noticeto: '2026-05-08 18:00:00',
    })
    const facts = { ...delivery, hasPicture: false, hasSecondDeliverer: true, hasTrackingNo: true }
    const policy = [{ method: 6, clause: '', evidence: [], days: 3 }] as const
    const at = (written: string) => parseTime(written) ?? 0
    const attempt = { method: 1, deliveredAt: at('2026-05-01 09:00') } as const
    expect(lacksOf(facts, policy, { earlier: [attempt], at: at('2026-05-06 00:00') })).toEqual([])
    expect(lacksOf(facts, policy, { earlier: [{ ...attempt, deliveredAt: at('2026-05-01 10:30') }], at: at('2026-05-06 00:00') })).toEqual(['attempt'])
  })

  it('requires only method and time', () => {
    expect(deliveryOf({ voteSource: 1, deliveredAt: '2026-05-01 09:30' })).toMatchObject({ deliveredBy: '', remark: '', pictures: [] })
    expect(() => deliveryOf({ deliveredAt: '2026-05-01 09:30' })).toThrow('rules')
  })
})

describe('describing the evidence of a delivery', () => {
  const nothing = { method: null, receiver: '', relation: null, secondDeliverer: '', trackingNo: '', noticeFrom: null, noticeTo: null } as const

  it('names each missing item, and nothing if it is not judged', () => {
    expect(evidenceWords({ accepted: null, lacks: [] })).toEqual([])
    expect(evidenceWords({ accepted: true, lacks: [] })).toEqual([{ text: '凭证齐全', tone: 'green' }])
    expect(evidenceWords({ accepted: false, lacks: ['method'] })).toEqual([{ text: '仅有登记', tone: 'grey' }])
    expect(evidenceWords({ accepted: true, lacks: ['receipt', 'relation'] }).map(({ text }) => text)).toEqual(['缺回执照片', '签收人非业主'])
  })

  it('shows the recorded evidence', () => {
    expect(evidenceFacts(nothing).every(([, text]) => text === '')).toBe(true)
    const day = (written: string) => parseTime(`${written} 00:00`)
    const facts = evidenceFacts({ ...nothing, method: 6, receiver: '李四', relation: 2, noticeFrom: day('2026-05-01'), noticeTo: day('2026-05-08') })
    expect(facts.map(([, text]) => text)).toEqual(['公告', '李四（同住人）', '', '', '2026-05-01 00:00 至 2026-05-08 00:00'])
  })
})

describe('labels of deliveries', () => {
  it('describe a filter, and its number of properties', () => {
    const share = (count: number) => ({ count, areaHundredths: count * 100 })
    const counts = { all: share(51), undelivered: share(40), delivered: share(8), voted: share(3) }
    expect((['all', -1, 0, 1] as const).map((status) => shareOf(counts, status).count)).toEqual([51, 40, 8, 3])
    expect(filterInWords({ condition: '', status: 'all', path: '' })).toBe('清册中的全部')
    expect(filterInWords({ condition: '王', status: -1, path: '一期▶▶2栋▶1单元' })).toBe('一期-2栋-1单元、符合“王”、未送达的全部')
  })

  it('name each status as the filter does', () => {
    expect(statusFilters.map(({ label }) => label)).toEqual(['全部', '未送达', '已送达', '已投票'])
    expect([null, 0, 1].map((status) => statusWords(status as 0 | 1 | null).name)).toEqual(['未送达', '已送达', '已投票'])
    expect([resultWords(0), resultWords(1)]).toEqual(['已送达，未投票', '已送达，已投票'])
  })

  it('name the method and the channel', () => {
    expect([1, 2, 3, 4, 5, null, 9].map(voteSourceName)).toEqual(['电话', '上门', '定点', '线上', '其他', '', ''])
    expect([2, 1, null].map(channelName)).toEqual(['PC后台', '微信小程序', '微信小程序'])
  })
})
