import type { PrintedPaper } from '#shared/bridge/ballotCommands.ts'
import { TopicType } from '#shared/features/activity/rules.ts'
import type { BallotLayout, PrintedSlips } from '#shared/features/paper/layout.ts'
import { layOutBallot } from '#shared/features/paper/layoutBallot.ts'
import type { BallotContent } from '#shared/features/paper/layoutWords.ts'
import type { SlipChoice } from '#shared/features/paper/rules.ts'
import { slipsOf } from '#shared/features/paper/slips.ts'

const content = (): BallotContent => ({
  estateName: '阳光花园小区',
  title: '关于电梯更新、选聘物业服务企业和选举业主委员会的表决',
  starts: '2026年5月1日 09:00',
  ends: '2026年5月15日 18:00',
  countingRule: 1,
  ruleBasis: '',
  topics: [
    {
      id: 'lift',
      title: '同意使用维修资金更新1至6栋的12部电梯，预算总额不超过人民币386万元',
      topicType: TopicType.topic,
      voteModel: 15,
      lawItem: null,
      seats: null,
      seatOrder: null,
      options: [],
    },
    { id: 'rules', title: '同意修改《管理规约》', topicType: TopicType.topic, voteModel: 14, lawItem: null, seats: null, seatOrder: null, options: [] },
    {
      id: 'firm',
      title: '选聘物业服务企业',
      topicType: TopicType.options,
      voteModel: 15,
      lawItem: null,
      seats: null,
      seatOrder: null,
      options: ['幸福里物业服务有限公司', '安居物业管理集团股份有限公司'].map((title, index) => ({ id: `firm-${index}`, title })),
    },
  ],
})

/** A one-page ballot: five topics, one of them an election. */
export const sampleLayout = (): BallotLayout => layOutBallot(content())

/** The slips of its papers for a choice. */
export const sampleSlips = (choice: SlipChoice): PrintedSlips | null => slipsOf(content(), 1, choice)

/** Papers with codes and places like those of a large estate. */
export const samplePapers = (count: number): PrintedPaper[] =>
  Array.from({ length: count }, (_, index) => ({
    code: `A${String(index).padStart(7, '2').replaceAll('0', 'X').replaceAll('1', 'Y')}`,
    place: `一期-${1 + (index % 12)}栋-${1 + (index % 3)}单元-${100 * (1 + (index % 18)) + (index % 4)}`,
    number: String(index + 1),
    area: `${(80 + (index % 60)).toFixed(2)} ㎡`,
  }))
