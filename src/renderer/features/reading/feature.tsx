import { lazyScreen, type Feature } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const feature: Feature = {
  routes: [
    {
      path: '/voteManage/readings',
      title: '唱票读数',
      shortTitle: '读数',
      menu: { under: '/voteManage/list' },
      activityTab: 'readings',
      palette: { names: ['扫描', '复录', '差异裁定', '抽票复核', '抽样回访', '唱票读数', 'cpds'], addressFor: activityPaths.readings },
      help: {
        about: '扫描选票、由另一人把纸质选票再录一遍，与投票记录比较；不一致的由第三人裁定。也可以随机抽票，看选票能不能改变结论。这里读到和录入的都不计票。',
        steps: [
          '扫描：没有找到二维码、页面不完整的，在“缺页或未归属”中对照图片指明是哪张选票的哪一页，或填写原因丢弃。',
          '复录：扫描选票上的码，或输入编号后按回车，也可以在右边的待复录列表中点选。再按票面逐项录入，按回车提交。自己录入的选票由别人复录。',
          '一致时自动等待下一张。不一致时说明是哪一项，不显示记录的内容：看错、按错的，改正后按回车再录一次；确认无误的，直接按回车，交由差异裁定。',
          '差异：由活动负责人对照票面裁定。“记录无误”保留原记录；“改正记录”把原记录作废，并按票面重新录入，重新录入的选票还要再复录。录入人和复录人不能裁定自己的差异，除非没有别人可以裁定。',
          '活动设置了双人复录的，有纸质选票的投票都复录并裁定以后，才能结束投票。',
          '抽票：锁定清单，当众宣读清单摘要和核验码，再掷骰，程序按掷出的数字抽票。按取票单取出选票，由录入人以外的人逐张核对；抽样回访则问业主是否投过票。每一项都达到以后可以停止，没有达到的可以增抽。每次抽样都留在列表、报告和应诉包中。',
        ],
        keys: [
          ['1 2 3', '当前一项选同意、反对、弃权；再按一次取消'],
          ['0', '当前一项未填或无效'],
          ['N', '抽票核对时，找不到这张选票'],
          ['↑ ↓', '移到上、下一项'],
          ['Enter', '确认编号；提交；不一致时再按一次交由裁定'],
          ['Esc', '重来，回到编号框'],
          ['扫码枪', '随时可以扫，输入法开着也可以，结束符设为回车或 Tab 都行'],
        ],
      },
      lowestRole: 'viewer',
      Screen: lazyScreen(async () => (await import('./ReadingScreen.tsx')).ReadingScreen),
    },
  ],
}
