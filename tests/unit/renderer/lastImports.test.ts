import { describe, expect, it } from 'vitest'
import { importedInto, placeOfImport } from '../../../src/renderer/features/dashboard/imports.ts'

const properties = { action: 'property.import', estateId: 'e 1', estateName: '翠湖花园', activityId: '', activityTitle: '' } as const
const deliveries = { action: 'notification.import', estateId: 'e 1', estateName: '翠湖花园', activityId: 'a1', activityTitle: '换电梯' } as const

describe('an import on the home page', () => {
  it('names its target, with a link', () => {
    expect(importedInto(properties)).toBe('翠湖花园')
    expect(placeOfImport(properties)).toEqual({ name: '查看房产', path: '/property/Index?estateid=e%201' })
    expect(importedInto(deliveries)).toBe('换电梯（翠湖花园）')
    expect(placeOfImport(deliveries)).toEqual({ name: '查看送达', path: '/voteManage/notify?estateid=e+1&activityid=a1' })
  })

  it('has no link if its target is gone', () => {
    const gone = { estateId: '', estateName: '', activityId: '', activityTitle: '' }
    expect(importedInto({ ...properties, ...gone })).toBe('小区已删除')
    expect(placeOfImport({ ...properties, ...gone })).toBeNull()
    expect(importedInto({ ...deliveries, ...gone })).toBe('活动已删除')
    expect(placeOfImport({ ...deliveries, ...gone })).toBeNull()
  })
})
