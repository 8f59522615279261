import { SwapOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { PROPERTY_CHANGES } from '../../app-context/paths.ts'
import { searchKeys } from '../../app-context/help.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: PROPERTY_CHANGES,
    title: '房产变更审批',
    menu: { group: '活动管理', icon: <SwapOutlined aria-hidden /> },
    palette: { keywords: 'fcbgsp 过户' },
    help: {
      about: '审批业主提交的房产信息变更。',
      steps: [
        '待审批的点“审批”，对照变更前后的内容，改动的用红色显示；点照片可以放大。',
        '同意后只写入申请改动的那几项。这几项在申请提交后又被别人改过的，不会写入，会逐项列出申请时、现在和申请改为的内容，请选“不同意”并请申请人重新提交。',
        '自己提交的申请要由另一位活动负责人或系统管理员审批，自己只能撤回；没有别人可以审批时可以自己同意，操作日志会写明。',
        '填写审批意见后，点“同意”或“不同意”。',
        '同意后，房产信息随之更新；没有结束、票权还没有标记或投票的活动也会更新；没有更新的会逐一列出原因，之后点“查看”也能看到。',
        '点“导出 Excel”把当前条件下的申请存成文件，改动前后都写在里面。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./PropertyChangeScreen.tsx')).PropertyChangeScreen),
  },
]
