import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/shared/contract/index.ts'
import { codeInGroups, typedCode } from '../../../src/shared/features/journal/checkpoint.ts'
import { entryKindOf } from '../../../src/shared/features/words.ts'
import { ownActions } from '../../../src/shared/features/journal/ownActions.ts'
import { actionKinds, actionName, journalActions, fieldName, fieldNames } from '../../../src/shared/features/words.ts'
import { stateFieldName } from '../../../src/shared/features/journal/stateFields.ts'
import { technicalNames } from '../../../src/shared/features/journal/technicalNames.ts'
import { comparedFields, rowInWords, sideInWords, summarise } from '../../../src/shared/features/journal/rules.ts'

const property = { period: '一期', zone: '', building: '1栋', unit: '1单元', room: '101' }
const about = { activityId: 'a1', activityTitle: '更换电梯', place: '一期-1栋-1单元-101', ownerName: '张三' }

describe('labels of the journal', () => {
  it('exist in Chinese for every action and field, and each action has a selectable kind', () => {
    expect(
      Object.keys(journalActions)
        .filter((name) => !Object.hasOwn(endpoints, name))
        .toSorted(),
    ).toEqual(ownActions.toSorted())
    for (const word of [
      ...Object.values(journalActions).map(({ name }) => name),
      ...Object.values(actionKinds),
      ...Object.values(fieldNames),
      ...Object.values(technicalNames),
    ]) {
      expect(word).toMatch(/^(?:Excel)?[\p{Script=Han}()㎡ /]+$/u)
    }
    expect(Object.keys(journalActions).filter((name) => !Object.hasOwn(actionKinds, name.split('.')[0] ?? ''))).toEqual([])
    expect([actionName('voting.void'), actionName('constructor'), fieldName('constructor'), fieldName('unheardOf')]).toEqual([
      '作废投票',
      '其他操作',
      '其他',
      '其他',
    ])
  })
})

describe('field labels of features', () => {
  /** All field blocks declared in the features' labels.ts, by file. */
  async function declaredFields(): Promise<readonly (readonly [file: string, fields: readonly string[]])[]> {
    const features = join(import.meta.dirname, '../../../src/shared/features')
    const modules = await Promise.all(
      globSync('*/labels.ts', { cwd: features, exclude: ['journal/**', 'dictionary/**'] }).map(
        async (file) =>
          [file, (await import(/* @vite-ignore */ `../../../src/shared/features/${file.replaceAll('\\', '/')}`)) as Readonly<Record<string, object>>] as const, // each exports its words
      ),
    )
    return modules.map(
      ([file, module]) => [file, Object.values(module).flatMap((words) => Object.keys('fields' in words ? Object(words.fields) : words))] as const,
    )
  }

  it('are combined without duplicate field names', async () => {
    const declared = await declaredFields()
    expect(declared.length).toBeGreaterThanOrEqual(20)
    const names = declared.flatMap(([, fields]) => fields)
    expect(names.length).toBeGreaterThan(80)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
    expect(names.filter((name) => !Object.hasOwn(fieldNames, name))).toEqual([])
  })
})

it('names the columns of replayed rows, and nothing that a forged entry could name', () => {
  expect([stateFieldName('desk'), stateFieldName('areaHundredths'), stateFieldName('toString'), stateFieldName('unheardOf')]).toEqual([
    '电脑',
    '面积(㎡)',
    '其他',
    '其他',
  ])
})

it('gives an entry its kind, defaulting to change for unknown actions', () => {
  expect([entryKindOf('property.export'), entryKindOf('account.logIn'), entryKindOf('voting.mark'), entryKindOf('toString'), entryKindOf('x.y')]).toEqual([
    'access',
    'security',
    'change',
    'change',
    'change',
  ])
})

describe('an entry field by field', () => {
  it('compares before and after, with labels for codes', () => {
    const fields = comparedFields({
      action: 'property.update',
      before: { ...property, phone: '13800000001', areaHundredths: 8950 },
      after: { ...property, phone: '13800000002', areaHundredths: 8950 },
    })
    expect(fields.map(({ label, before, after, isChanged }) => [label, before, after, isChanged])).toEqual([
      ['房屋', '一期-1栋-1单元-101', '一期-1栋-1单元-101', false],
      ['面积(㎡)', '89.50', '89.50', false],
      ['手机号', '13800000001', '13800000002', true],
    ])
    const after = { scopePaths: ['一期▶▶3栋▶1单元'], countingRule: 1, source: 'desk', mediaType: 'image/png', isMasked: true, role: 'clerk' }
    expect(comparedFields({ action: 'x', before: null, after }).map(({ after: is }) => is)).toEqual([
      '录入员',
      'PNG 图片',
      '双过半（仅计收回票）',
      '一期-3栋-1单元',
      '投票台',
      '是',
    ])
  })

  it('shows no internal name or value, whatever an older program wrote', () => {
    const after = { unheardOf: { deep: 1 }, list: [{ odd: 1 }], role: 'wizard', mediaType: 'x/y' }
    const fields = comparedFields({ action: 'x.y', before: null, after })
    expect(fields.map(({ label, after: is, isTechnical }) => [label, is, isTechnical])).toEqual([
      ['角色', '其他角色', false],
      ['文件类型', '其他类型', false],
      ['其他', '1 项', true],
      ['其他 · 其他', '1', true],
    ])
    expect(comparedFields({ action: 'x', before: null, after: null })).toEqual([])
  })

  it('compares a request’s before and after, and lists ballots’ properties of older formats', () => {
    const request = { applicant: '乙', before: { ownerName: '甲' }, after: { ownerName: '乙' }, personPictures: [] }
    expect(comparedFields({ action: 'propertyChange.handIn', before: null, after: request })).toMatchObject([
      { label: '产权人', before: '甲', after: '乙', isChanged: true },
      { label: '申请人', isChanged: false },
    ])
    const ballot = (...places: readonly string[]) => ({
      ballotId: places.join(),
      houses: places.map((place) => ({ place, ownerName: '甲', areaHundredths: 8000 })),
    })
    expect(comparedFields({ action: 'ballot.merge', before: [ballot('1-101'), ballot('1-102')], after: [ballot('1-101', '1-102'), ballot()] })).toMatchObject([
      { label: '票权', before: '1-101（甲，80.00㎡）\n1-102（甲，80.00㎡）', after: '1-101（甲，80.00㎡）、1-102（甲，80.00㎡）', isChanged: true },
    ])
  })

  it('lists every field of one side, phones and ID numbers masked unless revealed', () => {
    const fields = comparedFields({ action: 'x', before: null, after: { ...property, phone: '13800000001', idNumber: '110101199003074514', ballotId: 'b' } })
    expect(sideInWords(fields, 'before', true)).toBe('')
    expect(sideInWords(fields, 'after', true)).toBe('房屋：一期-1栋-1单元-101；手机号：138****0001；证件号：110***********4514；票权编号：b')
    expect(sideInWords(fields, 'after', false)).toContain('手机号：13800000001；证件号：110101199003074514')
  })

  it.each(Object.entries(fieldNames).filter(([, word]) => /(?<!清除的)(?:手机号|证件号)$/.test(word)))('masks anybody’s number: %s', (name, word) => {
    const number = word.endsWith('手机号') ? '13800000001' : '110101199003074514'
    const fields = comparedFields({ action: 'x', before: null, after: { [name]: number } })
    expect(sideInWords(fields, 'after', true)).toBe(`${word}：${word.endsWith('手机号') ? '138****0001' : '110***********4514'}`)
  })
})

describe('an entry in the list', () => {
  const shown = (action: string, before: unknown, after: unknown, more = {}) => summarise({ action, subject: 's', before, after, ...more })

  it('names property, owner and activity, and what changed', () => {
    expect(shown('voting.complete', null, { ...about, status: 1, answers: '12', voterName: '张三', voterPhone: '13800000001' })).toEqual({
      subjectName: '一期-1栋-1单元-101 张三',
      activityId: 'a1',
      activityTitle: '更换电梯',
      summary: '状态：已投票，投票内容：同意、反对，投票人：张三，投票人手机号：138****0001',
    })
    expect(shown('voting.void', { ...about, status: 1 }, { ...about, status: 2 }).summary).toBe('状态：已投票 → 已作废')
  })

  it('names the estate before a registry property, and a property by its former owner', () => {
    const before = { estateName: '桂花苑', ...property, ownerName: '甲' }
    expect(shown('property.update', before, { ...before, ownerName: '乙' })).toMatchObject({
      subjectName: '一期-1栋-1单元-101 甲（桂花苑）',
      activityTitle: '',
      summary: '产权人：甲 → 乙',
    })
    expect(shown('estate.update', { name: '甲', address: '路1号' }, { name: '甲', address: '' })).toMatchObject({
      subjectName: '甲',
      summary: '地址：路1号 → （无）',
    })
  })

  it('names accounts, activities and files', () => {
    const zhang = { username: 'zhang', nickName: '张敏' }
    expect(shown('account.setRole', { ...zhang, role: 'clerk' }, { ...zhang, role: 'admin' })).toMatchObject({
      subjectName: '张敏（zhang）',
      summary: '角色：录入员 → 系统管理员',
    })
    expect(shown('activity.save', null, { title: '更换电梯', estateName: '桂花苑' })).toMatchObject({
      subjectName: '更换电梯',
      activityId: 's',
      activityTitle: '更换电梯',
    })
    expect(shown('file.uploadImage', null, { name: '门.png', mediaType: 'image/png', byteCount: 9 }).subjectName).toBe('门.png')
  })

  it('names which, when and by whom for a restore and for deleted files', () => {
    const restored = { fileName: '备份.db', restoredAt: Date.UTC(2026, 4, 1), restoredBy: '张敏', keptAs: 'vote-replaced.db', sha256: 'x' }
    expect(shown('system.restore', null, restored)).toMatchObject({
      subjectName: '备份.db',
      summary: '文件名：备份.db，恢复时间：2026-05-01 08:00:00，恢复人：张敏，原数据库保存为：vote-replaced.db',
    })
    const expired = [{ name: '忘了.png', mediaType: 'image/png', byteCount: 9, id: 'f' }]
    expect(shown('file.expire', { expired }, null).summary).toBe('清理的附件：忘了.png')
  })

  it('names how the properties were chosen for many deliveries', () => {
    const after = { ...about, total: 2, voteSource: 3, condition: '张', notifyStatus: -1, path: '一期▶▶3栋▶1单元' }
    expect(shown('notification.saveMany', null, after).summary).toContain('送达状态：未送达，楼栋单元：一期-3栋-1单元')
  })

  it('names the first property and the number for a sync', () => {
    const rows = ['101', '102', '103'].map((room) => ({ before: null, after: { place: `1栋-${room}`, ownerName: '甲' } }))
    const content = { action: 'ballot.sync', subject: 'a1', before: null, after: { activityId: 'a1', activityTitle: '更换电梯', added: 3 } }
    expect(summarise(content, { rows: rows.slice(0, 1), rowCount: 3 }).subjectName).toBe('1栋-101 甲 等 3 套')
    expect(summarise(content, { rows: rows.slice(0, 1), rowCount: 1 }).subjectName).toBe('1栋-101 甲')
  })

  it('is truncated at a limit, never within a character', () => {
    const { summary } = shown('property.update', { remark: '' }, { remark: '🏠'.repeat(300) })
    expect(summary.length).toBeLessThanOrEqual(200)
    expect(summary).toMatch(/🏠…$/u)
    expect(summary.isWellFormed()).toBe(true)
  })

  it('names the property and the change for a row', () => {
    const was = { id: 'p', ...property, ownerName: '甲', phone: '13800000001' }
    expect(rowInWords('property.import', { before: was, after: { ...was, phone: '13900000002' } })).toEqual({
      subjectName: '一期-1栋-1单元-101 甲',
      change: '手机号：138****0001 → 139****0002',
    })
  })
})

it('takes a code as it is copied from paper, and nothing else', () => {
  const plain = '0123456789abcdef0123456789abcdef'
  const code = codeInGroups(plain)
  expect(code).toBe('0123 4567 89ab cdef 0123 4567 89ab cdef')
  for (const typed of [code, plain, code.toUpperCase(), code.replaceAll(' ', '-'), `\n${code.replaceAll(' ', '　')} `, code.replaceAll(' ', '–')])
    expect(typedCode(typed)).toBe(plain)
  for (const wrong of ['', plain.slice(1), `${plain}0`, `${plain.slice(1)}g`, code.replaceAll(' ', '.')]) expect(typedCode(wrong)).toBeNull()
})
