import { describe, expect, it } from 'vitest'
import { Refusal, refusals, sentenceFor, type PlainReason, type Reason, type ValuesOf } from '../../../src/shared/contract/refusals.ts'
import { sourcesBelow } from '../../support/imports.ts'

/** Values for every reason that takes some: a new one does not compile without. */
const unknownColumns = { columns: ['分期', '楼'], needed: ['building'], headerrow: 3, headers: [] }
const paper = { code: '22222222', place: '一期-1栋-101', ownerName: '张三', state: 1 } as const
const samples = {
  'request.invalid': { errors: [{ field: 'name', message: '请输入小区名称' }] },
  'request.otherContract': { server: { version: '1.2.0', contract: 2 }, program: { version: '1.1.0', contract: 1 } },
  'request.noFile': { field: 'file' },
  'form.stale': { current: { id: 'e1' } },
  'server.failed': { number: '01234567' },
  'database.notRead': { reason: '数据库文件已损坏', remedy: '请重新启动程序' },
  'database.notWritten': { reason: '服务器的磁盘空间不足', remedy: '请清理磁盘后重试' },
  'database.uncertain': { reason: '与 PostgreSQL 数据库的连接中断' },
  'account.captchaTooOften': { seconds: 3 },
  'account.captchaWrong': { field: 'captcha' },
  'account.smsTooOften': { seconds: 3 },
  'account.smsTooMany': { wait: '3分钟' },
  'account.loginLocked': { minutes: 15 },
  'account.passwordLocked': { minutes: 15 },
  'file.pictureGone': { field: 'relapics' },
  'file.tooMany': { field: 'file' },
  'account.addressLocked': { minutes: 15 },
  'account.passwordTooSimple': { field: 'password' },
  'account.roleTooLow': { lowest: 'manager' },
  'account.setupCodeLocked': { minutes: 60 },
  'account.smsTooManyInAll': { wait: '58分钟' },
  'file.wrongType': { types: ['pdf', 'docx'] },
  'property.masked': { field: 'idno', kind: 'idNumber' },
  'property.countsDiffer': { field: 'idno' },
  'activity.wrongStatus': { status: 1, step: 'start' },
  'activity.unknownScope': { path: '一期▶▶9栋' },
  'propertyChange.stale': { words: ['产权人：张三 → 李四'], stale: [{ field: 'ownerName', now: '李四' }] },
  'voting.alreadyVoted': { taken: null },
  'voting.codeTaken': { taken: [] },
  'paper.unknown': { code: '22222222' },
  'paper.wrongState': { paper, action: 'out' },
  'paper.notRegistered': { paper, state: 1 },
  'paper.notOwn': { paper },
  'paper.entered': { paper },
  'paper.printedAfterReturn': { paper },
  'paper.tooMany': { limit: 20_000 },
  'paper.replaced': { newCode: '22222222', paper },
  'paper.spoiled': { paper },
  'paper.voted': { paper },
  'paper.otherCode': { code: '22222222' },
  'paper.ofMark': { code: '22222222' },
  'reading.differencesOpen': { count: 3 },
  'reading.secondEntriesDue': { count: 41 },
  'notification.batchChanged': { count: 2 },
  'notification.batchVoted': { count: 1 },
  'notification.importChanged': { count: 2 },
  'notification.importVoted': { count: 1 },
  'notification.countChanged': { expected: 3, found: 4 },
  'privacy.tooOften': { minutes: 12 },
  'result.receiptTooOften': { minutes: 12 },
  'privacy.tooManyMisses': { minutes: 12 },
  'audit.broken': { number: 7 },
  'audit.differs': { count: 3 },
  'audit.schemaDiffers': { count: 3 },
  'database.storedOtherwise': { table: 'vote_record', field: 'answers' },
  'audit.clockBehind': { journalTime: 0 },
  'audit.databaseOlder': { keptNumber: 0, lastNumber: 0 },
  'audit.clockApart': { minutes: 7 },
  'proxy.tooMany': { held: 3 },
  'sample.countDiffers': { counted: 904, recorded: 905 },
  'sample.notEntered': { count: 2 },
  'sample.unread': { count: 3 },
  'checkup.columns': { ...unknownColumns, needed: ['place'] },
  'evidence.notFinished': { status: 1 },
  'document.erased': { name: '业主名册公示' },
  'objection.corrected': { number: 3 },
  'reading.pageMissing': { pages: [2] },
  'reading.notCountable': { sentence: '该选票已作废' },
  'reading.noSuchPage': { page: 3 },
  'sharing.portInUse': { port: 8790 },
  'retention.notDue': { from: '2029-05-01' },
  'retention.tooFewDays': { days: 2, needed: 7 },
  'contact.remindFull': { minutes: 12 },
  'retention.changesWait': { count: 2 },
  'property.importChanged': { count: 2 },
  'property.importUsed': { title: '更新电梯' },
  'voting.markChanged': { code: 'A102' },
  'workbook.noHeader': { ...unknownColumns, missing: ['楼栋', '面积'], isHeader: true, sheet: '房产', hasOtherSheets: true },
  'workbook.sameColumnTwice': { ...unknownColumns, column: '面积', rivals: ['面积', '建筑面积'] },
  'workbook.tooManyRows': { limit: 200_000 },
  'workbook.wrongRows': { message: '共 1 处错误，未写入任何数据', errors: [], errorCount: 1 },
} satisfies { [R in Exclude<Reason, PlainReason>]: ValuesOf<R> }

const reasons = Object.keys(refusals) as Reason[] // the table's own keys
// `samples` has values for exactly the reasons that take some.
const refused = reasons.map((reason) => new Refusal(reason, (samples as Partial<Record<Reason, unknown>>)[reason] as never))

describe('the table of refusals', () => {
  it('has one entry per reason: no part overwrites another’s', () => {
    const parts = sourcesBelow('src/shared').filter(
      ({ path }) => /(?:^|\/)(?:requestRefusals|refusals)\.ts$/.test(path) && path !== 'src/shared/contract/refusals.ts',
    )
    const declared = parts.flatMap(({ text }) => [...text.matchAll(/(?:^ {2}|refusalPart\(\{ )'([\w.]+)': \w+\(/gm)].map(([, reason]) => reason))
    expect(new Set(declared)).toEqual(new Set(reasons))
    expect(declared).toHaveLength(reasons.length)
    expect(declared.length).toBeGreaterThan(100)
  })

  it('is frozen, each entry too', () => {
    expect(Object.isFrozen(refusals)).toBe(true)
    expect(reasons.filter((reason) => !Object.isFrozen(refusals[reason]))).toEqual([])
  })

  it('has no reason that is never used', () => {
    const written = sourcesBelow('src')
      .filter(({ path }) => !/(?:requestRefusals|refusals)\.ts$/.test(path) || path === 'src/server/workbooks/refusals.ts')
      .map(({ text }) => text)
      .join('\n')
    expect(reasons.filter((reason) => !written.includes(`'${reason}'`))).toEqual([])
  })

  it('has complete sentences in Chinese', () => {
    const units = /(?<=\d ?)(?:M|MB)(?=!?$)/
    expect(
      refused.map(({ message }) => message).filter((message) => !/\p{Script=Han}/u.test(message) || /[a-z]\P{L}*$/iu.test(message.replace(units, ''))),
    ).toEqual([])
    expect(refused.filter(({ message }) => /undefined|null|NaN|object/.test(message))).toEqual([])
  })

  it('lists wrong fields for 400 only, and has the message as the data of 402 with known exceptions', () => {
    const fields = refused.filter(({ data }) => Array.isArray(data) && data.some((one: object) => 'field' in one))
    expect(fields.length).toBeGreaterThan(15)
    expect(fields.filter(({ code }) => code !== 400)).toEqual([])
    const rules = refused.filter(({ code }) => code === 402)
    expect(rules.length).toBeGreaterThan(20)
    expect(rules.filter(({ data, message }) => data !== message).map(({ reason }) => reason)).toEqual([
      'checkup.columns',
      'reading.differencesOpen',
      'reading.secondEntriesDue',
      'workbook.noHeader',
      'workbook.sameColumnTwice',
      'workbook.wrongRows',
    ])
  })
})

describe('a refusal', () => {
  it('names the item of several that it concerns, in message and data', () => {
    const refusal = new Refusal('ballot.otherOwner', null, { about: '一期-3栋-1201（王）' })
    const message = '一期-3栋-1201（王）：待合并票权的房产需要与主房产的产权人相同~'
    expect(refusal).toMatchObject({ reason: 'ballot.otherOwner', code: 402, message, data: message })
  })

  it('keeps its cause for the log', () => {
    const cause = new Error('disk')
    expect(new Refusal('job.cancelled', null, { cause }).cause).toBe(cause)
    expect('cause' in new Refusal('job.cancelled')).toBe(false)
  })

  it('received from elsewhere is rethrown unchanged', () => {
    const answer = { reason: null, code: 409, message: '已过时', data: [1] } as const
    expect(new Refusal(answer)).toMatchObject(answer)
  })

  it('has the same message that a screen shows beforehand', () => {
    expect(sentenceFor('activity.wrongStatus', { status: 1, step: 'start' })).toBe('当前状态为“投票中”，不能开启投票')
  })
})
