import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { recountTemplate } from '../../support/recountPage.ts'

describe('the built recount page', () => {
  let html: string
  let program: string
  beforeAll(() => {
    html = recountTemplate()
    program = /<script id="program">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  })

  it('is one file under 400 KB that runs only its own program, and requests nothing', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(400_000)
    const hash = createHash('sha256').update(program).digest('base64')
    expect(/<meta http-equiv="Content[^>]*>/.exec(html)?.[0]).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'"`,
    )
    expect(html.match(/<script/g)?.length).toBeGreaterThanOrEqual(3)
    expect(html.match(/<(?:link|iframe|object|embed|base)\b[^>]*>|\s(?:src|href)="[^#][^"]*"/g)).toBeNull()
  })

  it('has one placeholder for the data, which is not executable', () => {
    expect(html.split('__BUNDLE__').length).toBe(2)
    expect(html.includes('<script type="application/json" id="bundle">__BUNDLE__</script>')).toBe(true)
  })

  it('says that changes can be detected, and promises nothing that it cannot prove', () => {
    const has = (word: string): boolean => html.includes(word)
    expect(['能发现改动', '不可篡改', '合法', '有效', '保证'].filter(has)).toEqual(['能发现改动'])
  })
})
