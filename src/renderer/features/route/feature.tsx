import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/voteManage/route',
    title: '补票路线',
    shortTitle: '路线',
    activityTab: 'progress',
    palette: { names: ['补票路线', '送达路线', '上门', 'bplx'], addressFor: activityPaths.route },
    help: {
      about: '告诉您离三分之二至少还差多少户、为什么，并排出要走的单元和房屋。只看谁还没有投票、面积多大、住在哪里，不看也不推测投票意见。',
      steps: [
        '“至少还需”后面的一句话是理由，可以自己核对：人数不够时，每户最多计 1 人；面积不够时，剩下面积最大的那些户加起来还不够。',
        '选票已收回、还没有录入的，按已投票计入，并写明有多少张；只是送达了的不计入。',
        '“少跑单元”选出单元最少的走法，“少敲门”从面积最大的开始。总有人不在家，“余量”多排一些，默认 20%。',
        '左边选单元，右边按楼栋、单元、从高层到低层列出房屋。几套房屋合为一票的，只去一处；可以改选另一套。',
        '走完一圈，勾选走访过的户，点“批量登记走访”。拒绝投票的、约定再访还没到时间的，默认不再列入；勾选“含拒绝投票”“含约定再访”可以列入。列入的户不够三分之二时会提醒。',
        '点“在楼栋图上圈出”，在投票进度的楼栋图上看到这些房屋。有人投票后，路线自动重新计算。',
        '“打印”“保存为 PDF”“导出 Excel”得到带结果和签名栏的名单，手机号默认隐藏；需要完整手机号时填写用途，会记入操作日志。',
        '计票方式计入未反馈票的活动，还有“送达路线”：还要送达多少户。没有一种意见占多数的议题会提醒，送达了也暂不计入。',
      ],
    },
    lowestRole: 'manager',
    Screen: lazyScreen(async () => (await import('./RouteScreen.tsx')).RouteScreen),
  },
]
