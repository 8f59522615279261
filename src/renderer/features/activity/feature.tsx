import { CheckSquareOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute, type PageTitle } from '../../app-context/feature.ts'
import { activityPaths } from './parts/activityPaths.ts'
import { searchKeys } from '../../app-context/help.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/list',
    title: '投票活动',
    menu: { group: '活动管理', icon: <CheckSquareOutlined aria-hidden /> },
    palette: { keywords: 'tphd 表决' },
    help: {
      about: '新建投票活动，并一步步开启投票、开启唱票、结束。每一步都不能退回。',
      steps: [
        '每一行里蓝底的按钮是下一步：完善议题、核对票权、开启投票、进入投票、开启唱票、进入唱票、结束、查看结果；把鼠标放上去看原因。',
        '点“新增”填写活动。保存后，范围内的每套房产都有一票。和以前相似的，点“更多”里的“复制”，改好标题和时间再提交。',
        '同一产权人有几套房产时，先在“票权管理”中合并，合并后按一人计算、面积相加。开启投票前会列出还没有合并的产权人，和位置还没有决定的房产，请先处理。',
        '点“开启投票”以后，内容、议题和范围不能再改。开启唱票和结束之前，会告诉您参与是否达到三分之二；没有达到的，要勾选确认。',
        '投票中需要延长时间的，创建人点“更多”里的“延期”，填写新的结束时间和原因。业主委托别人投票的，点“更多”里的“委托”登记和撤销。',
        '“进入投票”里有标记、完成投票和唱票；灰色的现在不能做，把鼠标放上去看原因。',
        '只有创建人可以编辑、删除、开启投票、开启唱票和结束投票。创建人离职时，系统管理员点“更多”里的“移交”交给别的负责人。',
        '点“导出 Excel”把当前查到的活动存成文件。',
      ],
      keys: searchKeys,
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./ActivityListScreen.tsx')).ActivityListScreen),
  },
  {
    path: '/voteManage/activity',
    title: '投票活动概况',
    shortTitle: '概况',
    activityTab: 'overview',
    palette: { names: ['概况', 'gk'], addressFor: activityPaths.overview },
    help: {
      about: '一个投票活动的全部：走到哪一步、还差多少、内容和议题；上面的标签是它的票权、选票、送达、投票台、进度、委托、文书、结果和记录。',
      steps: [
        '最上面是活动的全程：打勾的已经做完，蓝色的是下一步，旁边的按钮直接过去；现在不能做的，把鼠标放上去看原因。',
        '下面是选票在哪里、离三分之二还差多少。',
        '“编辑”“延期”“移交”在标题右边，只有创建人和系统管理员能用。',
        '标签之间切换时，每一页都保持原来的样子：填了一半的、查到的、翻到的页都还在。',
      ],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./ActivityView.tsx')).ActivityOverviewScreen),
  },
  {
    path: '/voteManage/input',
    title: '投票活动详情',
    titleFor: editorTitle,
    activityTab: 'overview',
    help: {
      about: '填写投票活动：基本信息、计票方式、投票范围、议题和选项。',
      steps: [
        '最上面是活动的全程：打勾的已经做完，蓝色的是下一步，旁边的按钮直接过去。',
        '开始和结束时间默认是中午 12 点。',
        '计票方式决定怎样算通过，选中后下面有说明；“未反馈从多”和“未反馈计弃权”要填写议事规则的依据。',
        '“认可的送达方式”按本小区议事规则勾选，可以写依据条款、须有的凭证和天数；不勾选时登记过的送达一律同样看待。',
        '投票范围默认是整个小区，也可以指定分期、楼栋和单元；下面写着选了多少套房产。',
        '议题分两种：议题表决是对一件事表态，选项表决是对每个选项分别表态。拖动或用上移、下移调整顺序。',
        '图片和文件每处最多 3 个。点“预览”看业主拿到的表决票，可以打印或保存为 PDF。',
      ],
      keys: [
        ['Enter', '在选项中：到下一个选项，没有时新增一个'],
        ['空格', '在拖动的把手上：拿起或放下，↑ ↓ 移动，Esc 放弃'],
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./ActivityInputScreen.tsx')).ActivityInputScreen),
  },
]

function editorTitle(query: URLSearchParams): PageTitle {
  if (query.get('vflag') === '1') return { title: '查看投票活动', shortTitle: '概况' }
  return (query.get('activityid') ?? '') === '' ? { title: '新增投票活动' } : { title: '编辑投票活动', shortTitle: '编辑' }
}
