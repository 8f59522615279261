import { describe, expect, it } from 'vitest'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { COUNTING_RULES } from '#shared/features/activity/rules.ts'
import { activityPaths } from '../../../src/renderer/features/activity/parts/activityPaths.ts'
import { fileIdOf, keptName, refusalOfUpload, sortOffered } from '../../../src/renderer/features/file/parts/attachments/uploadRules.ts'
import { ruleName, ruleWords } from '../../../src/renderer/features/activity/parts/countingRules.ts'
import { propertyCount, knownPaths, matchingPaths, topPaths } from '../../../src/renderer/features/property/parts/placeTree.ts'

describe('adding files', () => {
  const MB = 1024 * 1024
  it.each([
    ['pictures', '图.png', 1, null],
    ['pictures', '图.JPEG', 5 * MB, null],
    ['pictures', '图.gif', 1, '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!'],
    ['pictures', '图.svg', 1, '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!'],
    ['pictures', '图.png.exe', 1, '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!'],
    ['pictures', '图.png', 5 * MB + 1, '上传头像图片大小不能超过 5 MB!'],
    ['pictures', '图.png', 0, '文件是空的，请重新选择'],
    ['documents', '方案.pdf', 10 * MB, null],
    ['documents', '方案.doc', 1, '文件类型不合法，请上传zip、docx、xlsx、pptx、pdf格式的文件'],
    ['documents', '方案', 1, '文件类型不合法，请上传zip、docx、xlsx、pptx、pdf格式的文件'],
    ['documents', '方案.zip', 10 * MB + 1, '大小不可超过10M'],
  ] as const)('%s: %s of %i bytes', (kind, name, size, sentence) => {
    expect(refusalOfUpload(kind, { name, size })).toBe(sentence)
  })

  it('accepts as many as fit, and reports the rest once', () => {
    const file = (name: string) => ({ name, size: 1 })
    const offered = [file('1.png'), file('2.png'), file('3.gif'), file('4.png'), file('5.gif')]
    const { accepted, sentences } = sortOffered('pictures', offered, { taken: 1 })
    expect(accepted.map(({ name }) => name)).toEqual(['1.png', '2.png'])
    expect(sentences).toEqual(['文件格式不正确, 请上传png/jpg/jpeg图片格式文件!', '上传文件数量不能超过 3 个!'])
    expect(sortOffered('pictures', [file('1.png')], { taken: 3 })).toEqual({ accepted: [], sentences: ['上传文件数量不能超过 3 个!'] })
    expect(sortOffered('pictures', [file('1.png')], { taken: 0, max: 1 }).sentences).toEqual([])
  })

  it('limits a name to 300 characters', () => {
    expect(keptName('长'.repeat(400))).toHaveLength(300)
  })

  it('identifies a file by its path only', () => {
    expect(fileIdOf('/file/0190a-b_C')).toBe('0190a-b_C')
    for (const path of ['', '/file/', '/file/a/b', '/file/../login', 'https://elsewhere/file/a']) expect(fileIdOf(path)).toBeNull()
  })
})

describe('the place tree of the scope', () => {
  const unit = (path: string, properties: number): PlaceNode => ({ path, label: path.split('▶').at(-1) ?? '', propertyCount: properties, children: [] })
  const tree: PlaceNode[] = [
    {
      path: '一期',
      label: '一期',
      propertyCount: 30,
      children: [
        { path: '一期▶▶1栋', label: '1栋', propertyCount: 20, children: [unit('一期▶▶1栋▶1单元', 8), unit('一期▶▶1栋▶2单元', 12)] },
        { path: '一期▶▶2栋', label: '2栋', propertyCount: 10, children: [] },
      ],
    },
    { path: '二期', label: '二期', propertyCount: 5, children: [unit('二期▶▶1栋', 5)] },
  ]

  it('names a completely selected branch alone', () => {
    const checked = new Set(['一期▶▶1栋', '一期▶▶1栋▶1单元', '一期▶▶1栋▶2单元', '二期', '二期▶▶1栋'])
    expect(topPaths(tree, checked)).toEqual(['一期▶▶1栋', '二期'])
    expect(topPaths(tree, new Set(['一期▶▶1栋▶2单元']))).toEqual(['一期▶▶1栋▶2单元'])
  })

  it('counts the properties of all, and of selected places, each once', () => {
    expect(propertyCount(tree)).toBe(35)
    expect(propertyCount(tree, ['一期▶▶1栋', '二期'])).toBe(25)
    expect(propertyCount(tree, ['一期', '一期▶▶1栋'])).toBe(30)
    expect(propertyCount(tree, [])).toBe(0)
  })

  it('detects places that no longer exist', () => {
    expect(knownPaths(tree, ['二期', '三期', '一期▶▶2栋'])).toEqual(['二期', '一期▶▶2栋'])
  })

  it('finds a node with its ancestors', () => {
    expect([...matchingPaths(tree, ' 2单元 ')].toSorted()).toEqual(['一期', '一期▶▶1栋', '一期▶▶1栋▶2单元'])
    expect(matchingPaths(tree, '').size).toBe(0)
    expect(matchingPaths(tree, '九栋').size).toBe(0)
  })
})

it('every counting rule has a name and an explanation', () => {
  for (const rule of COUNTING_RULES) {
    expect(ruleName(rule)).not.toBe('')
    expect(Object.values(ruleWords[rule]).every((words) => words !== '')).toBe(true)
  }
  expect(ruleWords[2].passes).toContain('四分之三以上')
  expect(ruleWords[5].silent).toContain('弃权')
})

it('an activity’s screens have the specification’s parameters', () => {
  const activity = { id: 'v 1', estateId: 'e&1' }
  expect(activityPaths.overview(activity)).toBe('/voteManage/activity?activityid=v+1')
  expect(activityPaths.desk(activity, 3)).toBe('/voteManage/votedesk?activityid=v+1&operatetype=3')
  expect(activityPaths.ballots(activity)).toBe('/voteManage/mngballot?estateid=e%261&activityid=v+1')
  expect(new URLSearchParams(activityPaths.progress(activity).split('?')[1]).get('estateid')).toBe('e&1')
})
