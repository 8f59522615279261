import { formatTime } from '../../time/chinaTime.ts'
import type { BallotContent } from './layoutWords.ts'

/** `2026年5月1日 09:00`, China time; `''` if none. */
function inWords(time: number | null): string {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+) (\d+:\d+)/.exec(time === null ? '' : formatTime(time)) ?? []
  return clock === undefined ? '' : `${year}年${Number(month)}月${Number(day)}日 ${clock}`
}

interface Ballotable extends Omit<BallotContent, 'starts' | 'ends'> {
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** The content of an activity's ballots, for a stored activity or a draft; ballots show nothing else of it. */
export function ballotContentOf({ estateName, title, startsAt, endsAt, countingRule, ruleBasis, topics }: Ballotable): BallotContent {
  return {
    estateName,
    title,
    starts: inWords(startsAt),
    ends: inWords(endsAt),
    countingRule,
    ruleBasis,
    topics: topics.map(({ id, title: topicTitle, topicType, voteModel, lawItem, seats, seatOrder, options }) => ({
      id,
      title: topicTitle,
      topicType,
      voteModel,
      lawItem,
      seats,
      seatOrder,
      options: options.map((option) => ({ id: option.id, title: option.title })),
    })),
  }
}
