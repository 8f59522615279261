import { describe, expect, it } from 'vitest'
import type { Bundle, Delivery } from '../../../src/recount/judge/bundle.ts'
import type { Content } from '../../../src/recount/judge/chain.ts'
import { pictureFaults } from '../../../src/recount/judge/pictures.ts'

const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]
const path = (sha256: string): string => `images/${sha256}.png`
const manifestOf = (...files: readonly { path: string; sha256: string }[]) => ({ manifest: { value: { files } } }) as unknown as Pick<Bundle, 'manifest'>
const all = manifestOf(...[one, two, three].map((sha256) => ({ path: path(sha256), sha256 })))
const entry = (number: number, after: Content['after']): Content => ({ number, at: 0, action: 'notification.save', subject: '', voteactivityid: 'a', after })
const attaches = (number: number, id: string, files: Readonly<Record<string, string | null>>): Content =>
  entry(number, {
    state: { delivery: [{ id, pictures: JSON.stringify(Object.keys(files).map((file) => `/file/${file}`)) }] },
    fileHashes: Object.entries(files).flatMap(([file, sha256]) => (sha256 === null ? [] : [{ id: file, sha256 }])),
  })
const delivery = (notifyid: string, ...images: readonly string[]): Delivery => ({ notifyid, activitypropertyid: 'p', notifytime: '', voiddate: '', images })
const faults = (contents: readonly Content[], deliveries: readonly Delivery[], { manifest } = all, isWhole = true) =>
  pictureFaults(contents, { manifest }, deliveries, isWhole)

describe('pictures of deliveries', () => {
  it('match their entries, even if shared by two deliveries or named twice by one', () => {
    const contents = [attaches(3, 'd1', { f: one, g: two }), attaches(4, 'd2', { f: one })]
    expect(faults(contents, [delivery('d1', path(one), path(two), path(one)), delivery('d2', path(one)), delivery('d3')])).toEqual([])
  })

  it('differ if one was replaced under another name or its own', () => {
    const words = (image: string) => [
      '送达记录 d1 缺少操作日志第 3 条记下的 1 个图片文件，已被改动、换掉或删去',
      `送达记录 d1 的图片 ${image} 与操作日志第 3 条记下的校验值不符`,
    ]
    const contents = [attaches(3, 'd1', { f: one })]
    expect(faults(contents, [delivery('d1', path(two))])).toEqual(words(path(two)))
    expect(faults(contents, [delivery('d1', path(one))], manifestOf({ path: path(one), sha256: two }))).toEqual(words(path(one)))
  })

  it('differ if one is missing, or is in none of the entries', () => {
    const contents = [attaches(3, 'd1', { f: one })]
    expect(faults(contents, [delivery('d1')])).toEqual([expect.stringContaining('缺少操作日志第 3 条记下的 1 个图片文件')])
    expect(faults(contents, [delivery('d2', path(one))])).toEqual(['送达记录 d2 的图片没有记入操作日志'])
    // Once contents are erased, nobody knows what they were.
    expect(faults(contents, [delivery('d2', path(one))], all, false)).toEqual([])
    expect(faults([], [delivery('d2', path(one))])).toEqual([])
  })

  it('are compared with the last entry about them, and not with one that has no hash', () => {
    expect(faults([attaches(3, 'd1', { f: one }), attaches(4, 'd1', { g: two })], [delivery('d1', path(two))])).toEqual([])
    expect(faults([attaches(3, 'd1', { f: null })], [delivery('d1', path(three))])).toEqual([])
    const begun = entry(5, { state: { begins: true, delivery: [] } })
    expect(faults([attaches(3, 'd1', { f: one }), begun], [delivery('d1')])).toEqual([])
  })
})
