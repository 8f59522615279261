import { describe, expect, it } from 'vitest'
import { cssText, pageStyle } from '../../../src/renderer/ui/print/pageStyle.ts'

describe('margins of a printed page', () => {
  it('show typed text safely: no text can end the style sheet', () => {
    expect(cssText('“A” "B" \\ C')).toBe('"“A” \\"B\\" \\\\ C"')
    expect(cssText('一\n二\r\n三')).toBe('"一 二 三"')
    expect(pageStyle({ head: '更新"电梯\n}', made: '打印时间 2026-05-01 09:30' })).toContain('content: "更新\\"电梯 }"')
  })

  it('truncate long lines, and number the pages', () => {
    const style = pageStyle({ head: '长'.repeat(80), made: '' })
    expect(style).toContain(`"${'长'.repeat(41)}…"`)
    expect(style).toContain('"第 " counter(page) " 页 / 共 " counter(pages) " 页"')
  })
})
