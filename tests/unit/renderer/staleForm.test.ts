import { describe, expect, it } from 'vitest'
import type { Reason } from '#shared/contract/refusals.ts'
import { Estate } from '#shared/features/estate/contract.ts'
import { comparedFields as estateFields, valuesOf as estateValues } from '../../../src/renderer/features/estate/estateForm.ts'
import { comparedFields, type PropertyFormValues } from '../../../src/renderer/features/property/parts/propertyForm/propertyForm.ts'
import { currentOf, staleFields } from '../../../src/renderer/ui/stale/staleForm.ts'
import { formOf } from '../../../src/renderer/features/activity/editor/activityDraft.ts'
import type { ActivityForm } from '../../../src/renderer/features/activity/editor/activityForm.ts'
import { activityParts, mergedForm } from '../../../src/renderer/features/activity/editor/activityStale.ts'
import type { Activity } from '../../../src/shared/features/activity/contract.ts'

const estate = {
  estateid: 'e1',
  name: '翠苑',
  addr: '路1号',
  divisionname: '浙江省杭州市',
  houesenum: 1,
  rightnum: 1,
  houesearea: 89.5,
  categories: [{ category: 1, housenum: 1, area: 89.5 }],
  provinceid: '33',
  cityid: '3301',
  areaid: '',
  subdistrictid: '',
  communityid: '',
  modifytime: '2026-05-01 09:00:01',
}

describe('a refusal because of a concurrent change', () => {
  it('contains the current version of the subject', () => {
    const failure = { kind: 'refused', reason: 'form.stale', code: 409, message: '已被他人修改，请刷新后重新填写', data: { current: estate } } as const
    expect(currentOf(failure, Estate)).toMatchObject({ id: 'e1', version: '2026-05-01 09:00:01', areaHundredths: 8_950 })
  })

  it('is distinguished from all other refusals', () => {
    const refused = (reason: Reason, data: unknown) => currentOf({ kind: 'refused', reason, code: 409, message: '', data }, Estate)
    expect(refused('form.stale', null)).toBeNull()
    expect(refused('form.stale', { current: { estateid: 'e1' } })).toBeNull()
    expect(refused('property.alreadyThere', { current: estate })).toBeNull()
    expect(currentOf({ kind: 'local', message: '' }, Estate)).toBeNull()
    expect(currentOf(null, Estate)).toBeNull()
  })
})

describe('the differences from a concurrent change', () => {
  const opened: PropertyFormValues = { building: '3栋', room: '1201', area: '89.50', ownerName: '张三', phone: '13800138000', idNumber: '' }

  it('are what they changed and what both changed differently, not what both changed alike', () => {
    const theirs = { ...opened, ownerName: '李四', phone: '13900139000', area: '90.00' }
    const yours = { ...opened, ownerName: '王五', area: '９０', room: '１２０１' }
    expect(staleFields(comparedFields, opened, theirs, yours)).toEqual([
      { key: 'ownerName', label: '产权人', kind: 'text', theirs: '李四', yours: '王五', isTyped: true },
      { key: 'phone', label: '手机号', kind: 'phone', theirs: '13900139000', yours: '13800138000', isTyped: false },
    ])
  })

  it('are empty if they changed only fields that the form does not have', () => expect(staleFields(comparedFields, opened, opened, opened)).toEqual([]))

  it('show divisions by name, though the form holds codes', () => {
    const stored = Estate.parse(estate)
    const { divisionName: _, ...typed } = estateValues(stored)
    const theirs = estateValues({ ...stored, cityCode: '3302', divisionName: '浙江省宁波市' })
    expect(staleFields(estateFields, estateValues(stored), theirs, typed)).toEqual([
      { key: 'divisions', label: '所在区划', kind: 'text', theirs: '浙江省宁波市', yours: '您选择的区划', isTyped: false },
    ])
  })
})

describe('an activity edited by two people', () => {
  const topic = (id: string, title: string) => ({
    id,
    title,
    sortNo: 1,
    topicType: 2 as const,
    voteModel: 15 as const,
    lawItem: null,
    seats: null,
    seatOrder: null,
    pictures: [],
    files: [],
    options: [{ id: `${id}-o`, title: '甲', sortNo: 1, pictures: [], files: [] }],
  })
  const stored: Activity = {
    id: 'a1',
    title: '电梯',
    estateName: '翠苑',
    estateId: 'e1',
    summary: '',
    countingRule: 1,
    startsAt: Date.UTC(2026, 4, 1, 4),
    endsAt: Date.UTC(2026, 5, 1, 4),
    status: 0,
    creator: 'u',
    proxyLimit: null,
    deliveryPolicy: [],
    extensions: [],
    hasPapers: false,
    secondEntry: 0,
    rulesId: '',
    rulesVersion: null,
    rulesDiffer: [],
    version: '1',
    ruleBasis: '',
    detail: '',
    scopePaths: [],
    pictures: [],
    files: [],
    topics: [topic('t1', '更新电梯'), topic('t2', '选聘物业')],
  }
  const parts = activityParts((id) => (id === 'e1' ? '翠苑' : '桂苑'))
  const opened: ActivityForm = formOf(stored)

  it('keeps what was typed, and takes over the rest', () => {
    const theirs = formOf({ ...stored, title: '电梯更新', summary: '说明', scopePaths: ['一期▶▶3栋'] })
    const yours = { ...opened, title: '电梯改造', detail: '详情' }
    const merged = mergedForm(parts, opened, theirs, yours)
    expect(merged).toMatchObject({ title: '电梯改造', summary: '说明', detail: '详情', isWholeEstate: false, scopePaths: ['一期▶▶3栋'] })
    expect(staleFields(parts, opened, theirs, yours).map(({ label, theirs: was, yours: is, isTyped }) => [label, was, is, isTyped])).toEqual([
      ['标题', '电梯更新', '电梯改造', true],
      ['投票范围', '翠苑：一期-3栋', '翠苑：整个小区', false],
      ['简介', '说明', '', false],
    ])
  })

  it('sends edited topics that the other has removed as new ones', () => {
    const theirs = formOf({ ...stored, topics: [topic('t1', '更新电梯')] })
    const yours = { ...opened, topics: opened.topics.map((each) => ({ ...each, title: `${each.title}！` })) }
    const merged = mergedForm(parts, opened, theirs, yours)
    expect(merged.topics.map(({ id, title, options }) => [id, title, options[0]?.id])).toEqual([
      ['t1', '更新电梯！', 't1-o'],
      ['', '选聘物业！', ''],
    ])
    expect(mergedForm(parts, opened, theirs, opened).topics.map(({ id }) => id)).toEqual(['t1'])
  })
})
