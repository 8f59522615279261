import { describe, expect, it } from 'vitest'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { isLoggedOut, isOutdating, isRefusedFor, sentenceOf, toastKeyOf } from '../../../src/renderer/bridge/failure.ts'

type Refused = Extract<Failure, { kind: 'refused' }>
const refused = (code: Refused['code'], message: string, data: unknown = null): Failure => ({ kind: 'refused', reason: null, code, message, data })

describe('the message of a failure', () => {
  it('is the message, whatever the data', () => {
    expect(sentenceOf(refused(400, '请输入小区名称', [{ field: 'name', message: '请输入小区名称' }]))).toBe('请输入小区名称')
    expect(sentenceOf(refused(409, '该房产已存在', '别的'))).toBe('该房产已存在')
  })

  it('is the data for code 402: a text, or an object with one', () => {
    expect(sentenceOf(refused(402, '业务规则不允许', '该小区下存在房产或投票活动，不能删除'))).toBe('该小区下存在房产或投票活动，不能删除')
    expect(sentenceOf(refused(402, '业务规则不允许', { message: '共 17 处错误', errors: [] }))).toBe('共 17 处错误')
    expect(sentenceOf(refused(402, '业务规则不允许', { errors: [] }))).toBe('业务规则不允许')
    expect(sentenceOf(refused(402, '业务规则不允许'))).toBe('业务规则不允许')
  })

  it('is the data without a message, and the specification’s Error without both', () => {
    expect(sentenceOf(refused(500, ' ', '磁盘已满'))).toBe('磁盘已满')
    expect(sentenceOf(refused(500, '', null))).toBe('Error')
    expect(sentenceOf(refused(402, '', {}))).toBe('Error')
    expect(sentenceOf({ kind: 'local', message: '' })).toBe('出错了')
  })

  it('is the text of a network or local error', () => {
    expect(sentenceOf({ kind: 'unreachable', message: '连接超时' })).toBe('连接超时')
    expect(sentenceOf({ kind: 'local', message: '文件正在被其他程序使用，请先关闭' })).toBe('文件正在被其他程序使用，请先关闭')
  })
})

describe('decisions on a failure', () => {
  const refusedFor = (reason: Reason | null): Failure => ({ kind: 'refused', reason, code: 404, message: '', data: null })

  it('depend on the reason only', () => {
    expect(isRefusedFor(refusedFor('activity.notFound'), 'estate.notFound', 'activity.notFound')).toBe(true)
    expect(isRefusedFor(refusedFor('estate.notFound'), 'activity.notFound')).toBe(false)
  })

  it('get no reason if the server gave none or was not asked', () => {
    for (const failure of [refusedFor(null), null, undefined, { kind: 'unreachable', message: '' } as const]) {
      expect(isRefusedFor(failure, 'activity.notFound')).toBe(false)
    }
  })
})

describe('screen data after a failure', () => {
  it('may be stale if the server refused, or may have acted', () => {
    for (const failure of [refused(409, '该票权已投票'), refused(404, '票权不存在'), { kind: 'unreachable', message: '连接超时' } as const])
      expect(isOutdating(failure)).toBe(true)
  })

  it('are current if the server was not asked, and not reloaded after logout', () => {
    const ended: Failure = { kind: 'refused', reason: 'account.loggedOut', code: 444, message: '你已被登出', data: null }
    for (const failure of [{ kind: 'local', message: '' } as const, ended]) expect(isOutdating(failure)).toBe(false)
  })
})

describe('failure toasts', () => {
  it('share one for equal messages of any call', () => {
    expect(toastKeyOf(refused(409, '该票权已投票'))).toBe(toastKeyOf({ kind: 'local', message: '该票权已投票' }))
    expect(toastKeyOf(refused(409, '该票权已投票'))).not.toBe(toastKeyOf(refused(409, '该标记码已被使用')))
  })

  it('share one for every kind of logout', () => {
    const because = (reason: Reason): Failure => ({ kind: 'refused', reason, code: 500, message: reason, data: null })
    expect(toastKeyOf(because('account.notLoggedIn'))).toBe(toastKeyOf(because('account.loggedOut')))
    const ends = (['account.notLoggedIn', 'account.loggedOut', 'account.unknown', 'account.disabled', 'request.wrongApplication'] as const).map(because)
    expect(ends.map(isLoggedOut)).toEqual([true, true, true, false, false])
  })
})
