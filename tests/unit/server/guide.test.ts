import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { guidePdf, type GuideFacts } from '../../../src/server/features/evidence/guide.ts'
import { FONT_FILE } from '../../../src/server/pdf/document.ts'
import { pdfPages, pdfPageSizes } from '../../support/pdf.ts'

const fontFile = join(import.meta.dirname, '../../../resources/fonts', FONT_FILE)
const facts: GuideFacts = {
  title: '2026 年度业主大会：更换电梯',
  estate: '翠苑一区',
  edition: 'court',
  code: '0f3c 9a41 77de 0b52 c6e8 1d94 a03b 58f7',
  time: Date.parse('2026-06-01T08:30:05Z'),
  checkpointNumber: 12_345,
  fontFile,
}
const textOf = async (changed: Partial<GuideFacts> = {}): Promise<string[]> => pdfPages(await guidePdf({ ...facts, ...changed }))

describe('核验说明.pdf', () => {
  beforeAll(() => expect(existsSync(fontFile)).toBe(true))

  it.each(['court', 'owners'] as const)('is one A4 page that names the activity, the code and what to do (%s)', async (edition) => {
    const pages = await textOf({ edition })
    expect(pages).toHaveLength(1)
    for (const words of [
      edition === 'court' ? '法院版' : '业主查阅版',
      '活动：2026年度业主大会：更换电梯',
      '小区：翠苑一区',
      '数据截至：2026-06-0116:30:05，操作日志第12345条',
      '0f3c9a4177de0b52c6e81d94a03b58f7',
      '双击文件夹里的复算.html',
      '能发现改动',
      '文件未改动',
      '日志连续',
      '复算一致',
      '与报告一致',
      '说明.txt',
    ])
      expect(pages[0]).toContain(words)
    expect(await pdfPageSizes(await guidePdf({ ...facts, edition }))).toEqual([[210, 297]])
  })

  it('promises nothing that it cannot prove', async () => {
    const [court = '', owners = ''] = [...(await textOf()), ...(await textOf({ edition: 'owners' }))]
    for (const page of [court, owners]) expect(['不可篡改', '合法', '有效', '保证'].filter((word) => page.includes(word))).toEqual([])
  })

  it('is byte-identical for the same facts, and differs for another time', async () => {
    const digest = async (changed: Partial<GuideFacts> = {}) =>
      createHash('sha256')
        .update(await guidePdf({ ...facts, ...changed }))
        .digest('hex')
    const first = await digest()
    expect(await digest()).toBe(first)
    expect(await digest({ time: facts.time + 1_000 })).not.toBe(first)
  })

  it('embeds only the used glyphs of its font', async () => {
    const bytes = await guidePdf(facts)
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    expect(bytes.length).toBeLessThan(200_000)
    expect(bytes.toString('latin1')).toContain('/FontFile2')
  })

  it.each([
    ['Chinese', '更'.repeat(200), '小'.repeat(200)],
    ['one word', 'W'.repeat(200), 'W'.repeat(200)],
    ['words', 'WWWW '.repeat(40), '小 W'.repeat(60)],
    ['signs', '（'.repeat(200), '。'.repeat(200)],
  ])('stays one page with names of 200 characters: %s', async (_name, title, estate) => {
    for (const edition of ['court', 'owners'] as const) {
      const pages = await textOf({ title, estate, edition })
      expect(pages).toHaveLength(1)
      expect(pages[0]).toContain('写在说明.txt里')
      expect(pages[0]).toContain('0f3c9a4177de0b52c6e81d94a03b58f7')
    }
  })

  it('shows a character missing in its font as 〓, and drops invisible ones', async () => {
    const [page = ''] = await textOf({ title: '龘𠮷苑\u{2a6d6}\ud800🏠A\u202e\u0000B\n二', estate: '' })
    expect(page).toMatch(/活动：龘〓苑〓.?〓AB二小区：/)
  })
})
