import { SafetyOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/system/safety',
    title: '安全状况',
    menu: { group: '系统管理', icon: <SafetyOutlined aria-hidden /> },
    palette: { keywords: 'aqzk 备份 加密 磁盘 校验 时间' },
    help: {
      about: '一页看清数据是否安全：备份、磁盘加密、网络共享、账号、操作日志和电脑的时间。',
      steps: [
        '每行左边是“好”“注意”“需要处理”或“无法判断”，右边的按钮带您去处理。',
        '“另存的备份”是用“备份数据”存到 U 盘等地方的文件，建议每月一次，并打开“用密码加密”。忘记密码的备份无法恢复，请把密码写在纸上，与文件分开保管。',
        '“磁盘加密”只能在存有数据的电脑上判断；没有加密的，点“查看办法”。',
        '“日志校验”是最近一次在“操作日志”中点“校验”的结果。',
        '“图片和附件”是最近一次校验时逐个核对的结果：送达照片、委托书等文件的内容与上传时记在操作日志中的校验值是否相同。',
        '“数据库结构”检查有没有人绕过本程序在数据库中加过触发器或改过表，这样的改动可能改变投票。',
        '“时间”检查这台电脑与服务器的时间是否一致，以及操作日志中有没有晚于现在的记录。',
      ],
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./SafetyScreen.tsx')).SafetyScreen),
  },
]
