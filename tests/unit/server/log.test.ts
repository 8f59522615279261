import { describe, expect, it } from 'vitest'
import { streamLog } from '../../../src/server/kernel/log.ts'

/** The log output of one call. */
function written(write: (log: ReturnType<typeof streamLog>) => void): string {
  let text = ''
  write(streamLog({ write: (line) => void (text += line) }))
  return text
}

describe('the server’s log', () => {
  it.each(['+8613912345678', '139-1234-5678', '110101900307451', '110101199003074514'])('never holds %s', (number) => {
    const text = written((log) => {
      log.info({ endpoint: 'voting.mark', user: number, nested: { deep: [number] } }, `call of ${number}`)
      log.error({ err: new Error(`duplicate key (${number})`, { cause: new Error(`row ${number}`) }) }, 'a call failed')
    })
    expect(text).toContain('voting.mark')
    expect(text).toContain('a call failed')
    expect(text).not.toContain(number)
    expect(text).not.toMatch(/\d{4}-\d{4}|5678/)
  })

  it('writes whole lines of JSON with the time', () => {
    const line = JSON.parse(written((log) => log.info({ ms: 3 }, 'call'))) as Record<string, unknown>
    expect(line).toMatchObject({ level: 30, ms: 3, msg: 'call' })
    expect(line['time']).toBeGreaterThan(1_600_000_000_000)
  })
})
