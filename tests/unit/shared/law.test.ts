import { describe, expect, it } from 'vitest'
import { proposedSeats } from '#shared/features/activity/elections.ts'
import { lawItemLabel, proposedLawItem, topicRuleName } from '#shared/features/activity/law.ts'

describe('the law item (article 278) suggested by a title', () => {
  it.each([
    ['关于修改《业主大会议事规则》的议案', 1],
    ['制定管理规约', 2],
    ['选举第三届业主委员会委员', 3],
    ['罢免业委会主任委员', 3],
    ['业主委员会换届', 3],
    ['选聘甲公司为本小区物业服务企业', 4],
    ['是否解聘现物业公司', 4],
    ['物业服务合同到期后续聘', 4],
    ['是否同意使用维修资金更新电梯', 5],
    ['动用专项维修资金修缮屋面', 5],
    ['续筹专项维修资金', 6],
    ['筹集和使用维修资金', 6],
    ['3栋加装电梯', 7],
    ['改建地下车库', 7],
    ['公共区域出租给快递柜经营', 8],
    ['利用共有部分从事经营活动', 8],
    ['外墙设置广告', 8],
  ] as const)('%s: %i', (title, item) => {
    expect(proposedLawItem(title)).toBe(item)
  })

  it.each([
    ['', 'nothing is written yet'],
    ['是否同意安装门禁', 'no words of the law'],
    ['是否同意更换门岗的岗亭', 'a change of something else'],
    ['3栋101室住改商', 'article 279'],
    ['住宅改为经营性用房', 'article 279'],
    ['屋面紧急维修使用维修资金', 'article 281'],
    ['电梯应急维修', 'article 281'],
  ])('%s: none, %s', (title) => {
    expect(proposedLawItem(title)).toBeNull()
  })
})

describe('describing a topic’s requirements', () => {
  it.each([
    [{ rule: 1, lawItem: null }, '双过半（仅计收回票）'],
    [{ rule: 1, lawItem: 6 }, '双四分之三（仅计收回票）'],
    [{ rule: 4, lawItem: 5 }, '双过半（未反馈从多）'],
    [{ rule: 5, lawItem: 8 }, '双四分之三（未反馈计弃权）'],
    [{ rule: 6, lawItem: 7 }, '仅统计'],
  ] as const)('%o: %s', (topic, words) => {
    expect(topicRuleName(topic)).toBe(words)
  })

  it('an item is named with its number as in the law', () => {
    expect(lawItemLabel(6)).toBe('第（六）项 筹集维修资金')
  })
})

describe('seats suggested by a title', () => {
  it.each([
    ['选举第二届业主委员会委员（选5名）', 5],
    ['选5名', 5],
    ['选举5名业主委员会委员', 5],
    ['选举业主委员会委员五名', 5],
    ['业主委员会换届，应选委员七名', 7],
    ['从7名候选人中选举5名委员', 5],
    ['选举业主委员会委员（候选人7名，应选5名）', 5],
    ['选出１１人组成业主委员会', 11],
    ['补选业主委员会委员两名', 2],
    ['增补十一位委员', 11],
  ])('%s', (title, seats) => expect(proposedSeats(title)).toBe(seats))

  it.each(['选举第五届业主委员会', '5名候选人', '选举业主委员会（7名候选人）', '是否同意更新5栋电梯', '0名', '主任1名，委员4名', ''])('%s: none', (title) =>
    expect(proposedSeats(title)).toBeNull(),
  )
})
