import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import type { HelpText } from '../../app-context/help.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

const steps: HelpText['steps'] = [
  '“必须处理”会影响总票权：疑似同一人登记成几票，或同一套房产登记了两次。每张卡片写明为什么，并算出合并或删去后总票权和三分之二线变成多少。',
  '“建议核对”可能有误：同名缺证件号、证件号校验码不符、面积与上下层差得多、楼盘表缺房号、开发企业名称写法不一。“仅提示”只供了解：同名不同人、多人共用手机号、单位和共有产权。',
  '写法不同的，先点“修改”改成一致；票权清册中同一人的几票，再点“合并”。已标记或已投票的票权不能合并，卡片上会说明。',
  '核对过没有问题的，点“不是同一人”或“已核对”，写明原因，以后不再提示，操作日志里有记录；点“已处理”可以撤回。有关的姓名、证件号、手机号、面积以后变了，这一项会重新出现。',
  '点“与其他名册对照”，或把维修资金缴存清册、不动产登记清单的 Excel 文件拖进窗口：列出只在一边有的房产、面积和产权人不一致的房产。认不出的列会请您指明。文件只用来对照，不会保存。',
  '点“保存为 Excel”把全部结果存成文件。默认隐藏手机号和证件号中间几位；要完整的须填写用途，会记入操作日志。',
  '体检按登记内容推断，只供核对，不会自己合并、修改或删除任何内容。',
]

/** 名册体检 (`insight.md` section 1). */
export const routes: readonly FeatureRoute[] = [
  {
    path: '/property/checkup',
    title: '房产体检',
    shortTitle: '体检',
    menu: { under: '/property/Index' },
    palette: { keywords: 'fctj 名册体检 查错 重复 同一人' },
    help: { about: '检查一个小区登记的房产：找出疑似同一人、写了两次的房产、不对的证件号和面积，赶在投票之前改好。', steps, keys: [] },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./EstateCheckupScreen.tsx')).EstateCheckupScreen),
  },
  {
    path: '/voteManage/checkup',
    title: '名册体检',
    shortTitle: '体检',
    activityTab: 'ballots',
    palette: { names: ['体检', '名册体检', 'mctj'], addressFor: activityPaths.checkup },
    help: { about: '检查一个活动的票权清册：找出疑似同一人的几票、写了两次的房产、不对的证件号和面积。这里的改动只影响本次活动。', steps, keys: [] },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./RosterCheckupScreen.tsx')).RosterCheckupScreen),
  },
]
