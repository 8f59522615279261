import { PROPERTY_HEADER, workbookOf } from '../support/workbooks/make.ts'
import { onBothDatabases } from './databases.ts'
import { openVote, samples } from './filledVote.ts'
import { median, percentile, type Figure } from './table.ts'

const ROUNDS = 5

/** One building of 2,000 rooms. */
export const benchGrid = (): Promise<Figure[]> =>
  onBothDatabases(async ({ engine, location }) => {
    const rows = Array.from({ length: 2_000 }, (_, index) => {
      const [unit, rest] = [Math.floor(index / 500) + 1, index % 500]
      return ['一期', '', '1栋', `${unit}单元`, '', String((Math.floor(rest / 10) + 1) * 100 + (rest % 10) + 1), 80, `业主${index}`, '13800138000', '']
    })
    const { client, activityId, server } = await openVote(await workbookOf([PROPERTY_HEADER, ...rows]), location)
    try {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const taken = await samples(20, () => client.get('/vote/getpropertydata', { voteActivityId: activityId, xPath: '一期▶▶1栋' }))
        rounds.push(percentile(taken, 0.95))
      }
      return [{ name: `${engine}: the building grid of 2,000 rooms, p95`, value: median(rounds), unit: 'ms', aim: { atMost: 30 } }]
    } finally {
      await server.stop()
    }
  })
