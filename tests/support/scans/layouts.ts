import { createHash } from 'node:crypto'
import type { BallotContent, BallotTopic } from '#shared/features/paper/layoutWords.ts'
import { paperCode } from '#shared/features/paper/code.ts'
import { layOutBallot } from '#shared/features/paper/layoutBallot.ts'
import type { DrawnPaper } from './drawnPages.ts'

type VoteModel = BallotTopic['voteModel']

const plain = (index: number, title: string, voteModel: VoteModel): BallotTopic => ({
  id: `t${index}`,
  title,
  topicType: 1,
  voteModel,
  lawItem: null,
  seats: null,
  seatOrder: null,
  options: [],
})
const ofOptions = (index: number, title: string, names: readonly string[], voteModel: VoteModel): BallotTopic => ({
  ...plain(index, title, voteModel),
  topicType: 2,
  options: names.map((name, at) => ({ id: `t${index}o${at}`, title: name })),
})
const candidates = (count: number): string[] =>
  Array.from('甲乙丙丁戊己庚辛壬癸子丑寅卯辰')
    .slice(0, count)
    .map((sign) => `候选人${sign}`)

const base: Omit<BallotContent, 'topics'> = {
  estateName: '翠湖花园',
  title: '关于使用维修资金和换届选举的业主大会',
  starts: '2026年5月1日 09:00',
  ends: '2026年5月20日 18:00',
  countingRule: 5,
  ruleBasis: '《议事规则》第二十三条',
}

/** Ballots of every kind: few topics, many, options, two answers and one. */
const contents: readonly BallotContent[] = [
  {
    ...base,
    topics: [
      plain(1, '同意续筹维修资金，每平方米 50 元', 15),
      plain(2, '同意修改《管理规约》第十二条', 15),
      ofOptions(3, '选聘物业服务企业', ['幸福里物业服务有限公司', '安居物业管理集团股份有限公司'], 14),
      ofOptions(4, '选举业主委员会委员', candidates(9), 15),
    ],
  },
  {
    ...base,
    topics: Array.from({ length: 12 }, (_, index) => plain(index + 1, `同意对小区公共部位进行第${index + 1}次改造并公示决算`, index % 3 === 0 ? 14 : 15)),
  },
  { ...base, countingRule: 1, topics: [plain(1, '同意选聘物业服务企业', 14), ofOptions(2, '选举业主委员会委员', candidates(15), 13)] },
]

/** One paper of each kind. */
export function simulatedPapers(): DrawnPaper[] {
  return contents.map((content, index) => {
    const layout = layOutBallot(content)
    return {
      code: paperCode([index, 3, 14, 15, 9, 26, 5]),
      layoutId: createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 8).toUpperCase(),
      layout,
      values: { place: '一期-3栋-1单元-1201', number: String(index * 37 + 5), area: '89.45㎡', code: paperCode([index, 3, 14, 15, 9, 26, 5]) },
    }
  })
}
