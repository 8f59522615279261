import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { searchKeys } from '../../app-context/help.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { balanceSum } from './balanceWords.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/papers',
    title: '选票管理',
    shortTitle: '选票',
    activityTab: 'papers',
    palette: { names: ['选票', '生成选票', '打印选票', 'xpgl'], addressFor: activityPaths.papers },
    help: {
      about: '管理一个活动的纸质选票：生成、发出、收回、作废、换发，并随时核对份数。',
      steps: [
        '点“生成选票”，选择整个清册或楼栋单元。每票一份，编号由程序生成；已投票的和已有选票的不会重复生成。生成后票权不能再合并、拆分。',
        '点“打印选票”，把已生成未发出的选票按房屋顺序保存为 PDF，或者直接送往打印机；已发出的要重新打印，先在列表中勾选。存根和送达回执可以一页两张或四张，也可以不打印。',
        '“扫描发出”“扫描收回”：用扫码枪扫选票上的二维码，也可以输入编号后按回车。每扫一份，登记一份，并用大字显示房屋和产权人；扫错时有低音和红字提示。',
        '投票结束后和唱票中仍可登记收回。投票箱在截止后才开箱的，先在“收回时间”选“指定”，填实际收到的时间。逾期收回的选票留存备查，不能录入。',
        '选票遗失、损坏时点“换发”：旧编号作废，再扫到旧选票时会提示新编号。不再需要的点“作废”。已录入投票的，先作废该投票。',
        `最上面的六个数字是选票平衡：${balanceSum}；已收回减已录入的差会逐项说明。`,
        '登记发出不等于送达，送达请在“送达登记”中登记。',
      ],
      keys: [...searchKeys, ['扫码枪', '在“扫描发出”“扫描收回”中随时可以扫，输入法开着也可以，结束符设为回车或 Tab 都行']],
    },
    lowestRole: 'viewer',
    Screen: lazyScreen(async () => (await import('./PaperScreen.tsx')).PaperScreen),
  },
]
