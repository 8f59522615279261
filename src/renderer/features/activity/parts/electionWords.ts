import { DEFAULT_SEAT_ORDER, seatOrderNames, type SeatOrder } from '#shared/features/activity/elections.ts'
import { TopicType } from '#shared/features/activity/rules.ts'
import { formatCount } from '../../../ui/numbers.ts'

interface Elected {
  readonly title: string
  readonly topicType: TopicType
  readonly seats: number | null
  readonly seatOrder: SeatOrder | null
  readonly options: readonly unknown[]
}

/** Confirmation text for each election before it becomes final: `“选举委员”应选 5 名（候选人 7 名），先按…`. */
export function electionWords(topics: readonly Elected[]): string[] {
  return topics.flatMap(({ title, topicType, seats, seatOrder, options }) =>
    topicType === TopicType.topic || seats === null
      ? []
      : [`“${title.trim()}”应选 ${formatCount(seats)} 名（候选人 ${formatCount(options.length)} 名），${seatOrderNames[seatOrder ?? DEFAULT_SEAT_ORDER]}`],
  )
}
