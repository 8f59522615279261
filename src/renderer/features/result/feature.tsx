import { lazyScreen, type Feature } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const feature: Feature = {
  routes: [
    {
      path: '/voteManage/statistics',
      title: '表决结果',
      shortTitle: '结果',
      menu: { under: '/voteManage/list' },
      palette: { names: ['结果', '统计', '报告', 'bjjg'], addressFor: activityPaths.statistics },
      help: {
        about: '表决的统计和结论，并生成可以归档、公示的报告。',
        steps: [
          '每个议题或选项有一张结论卡：先看参与是否达到全体的三分之二，再看同意是否达到参加表决者的二分之一（或四分之三）。每个算式和数字都写在卡上。',
          '活动设置了认可的送达方式时，结论卡下面把已送达未反馈的票按登记为已送达、方式认可、凭证齐全三种口径分别试算，结论不同的写成红色，供核对；正式结论按登记为已送达的票计。',
          '图分两组：“全体”只画三分之二的线，“参加表决”画这项规则自己的线。旁边的表是全体的五类：同意、反对、弃权、无效、未表决。',
          '“打印”和“保存为 PDF”得到一份结果文件：有标题、小区、时间、页码，留有签字和盖章的位置；一个议题一页。纸上的核验码与签字一起留存，日后在“操作日志”的“校验”中输入，能发现此前记录的改动。',
          '点“生成报告”选保存的位置。完整报告含业主信息，用于归档；公示版不含姓名、手机号和证件号。',
          '打开时会把投票记录与操作日志逐项比对。上方出现红框，说明有记录没有经过本程序就变了，框里写明是哪一套房屋；查清以前不能生成报告，系统管理员可以说明为已知差异，说明会印在报告上。',
          '活动结束后，管理人员可以“生成应诉包”：一个压缩文件，装着全部数据、报告、核验说明和一张复算网页，交给法院、仲裁机构，或让业主到办公地点查阅（查阅版不含手机号、证件号、图片，不要张贴）。双击复算网页，四盏灯说明文件、日志、计票、报告是否一致；再与签在纸上的核验码比较，能发现改动。法院版要填用途并再输入密码，记入操作日志。',
          '活动结束前的报告每一页都写着“过程稿，不作为表决结论”。',
        ],
        keys: [],
      },
      lowestRole: 'viewer',
      Screen: lazyScreen(async () => (await import('./StatisticsScreen.tsx')).StatisticsScreen),
    },
  ],
}
