import { describe, expect, it } from 'vitest'
import type { Copy } from '#shared/bridge/commands.ts'
import { choiceInWords, lossInWords, progressInWords, timeInWords } from '../../../src/renderer/features/backup/restoreWords.ts'
import { formatBytes } from '../../../src/renderer/ui/byteCount.ts'

const daily: Copy = { id: '1', name: 'vote-20260501000000.db', kind: 'daily', at: Date.UTC(2026, 4, 1), byteCount: 1, verdict: 'good', version: 5 }
const chosen: Copy = { ...daily, name: '备份.db', kind: 'chosen', at: null }

describe('describing a restore', () => {
  it('names the backup by its Chinese time, or by its file', () => {
    expect([timeInWords(daily), timeInWords(chosen)]).toEqual(['2026-05-01 08:00:00', '备份.db'])
    expect([choiceInWords(daily), choiceInWords({ ...daily, kind: 'replaced' }), choiceInWords(chosen)]).toEqual([
      '将恢复 2026-05-01 08:00:00 的每日备份',
      '将恢复 2026-05-01 08:00:00 恢复数据之前保留的数据库',
      '将恢复文件“备份.db”',
    ])
  })

  it('says what is lost and what is kept', () => {
    expect(lossInWords(daily, false)).toBe(
      '恢复后，2026-05-01 08:00:00 之后录入的投票、房产和账号改动都不在其中。现在的数据库会另外保存，需要时可以再恢复回来。所有人都要重新登录。',
    )
    expect(lossInWords(chosen, true)).toContain('这份备份之后录入的投票、房产和账号改动都不在其中。不能打开的文件仍保留在数据文件夹中。')
  })

  it('has a progress that never decreases', () => {
    const way = [null, ...(['unlocking', 'copying', 'checking', 'replacing'] as const).flatMap((stage) => [0, 0.5, 1].map((share) => ({ stage, share })))]
    const percents = way.map((step) => progressInWords(step).percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect([percents[0], percents.at(-1)]).toEqual([0, 100])
  })
})

it('file sizes are formatted readably', () => {
  expect([0, 9, 2_048, 258_048, 12_900_000, 190_967_808, 5_000_000_000].map(formatBytes)).toEqual([
    '0 B',
    '9 B',
    '2.0 KB',
    '252 KB',
    '12.3 MB',
    '182 MB',
    '4.7 GB',
  ])
})
