import { ShareAltOutlined } from '@ant-design/icons'
import { lazyScreen, type FeatureRoute } from '../../app-context/feature.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: '/system/sharing',
    title: '网络共享',
    menu: { group: '系统管理', icon: <ShareAltOutlined aria-hidden /> },
    palette: { keywords: 'wlgx 局域网 多台电脑 配对码 连接' },
    help: {
      about: '让办公室里的其他电脑使用这台电脑上的数据。传输全部加密，其他电脑第一次连接时要核对配对码。',
      steps: [
        '选好网络和端口，点“打开共享”。系统询问是否允许访问网络时，勾选“专用网络”，点“允许访问”。',
        '在其他电脑的登录页面点“连接办公室服务器”，选择这台电脑，或输入这里显示的地址。',
        '把那台电脑上显示的五组数字与这里的配对码逐组核对，全部相同才点“一致，连接”。',
        '每个人用自己的账号登录；没有账号的，在那台电脑上注册，由管理员审核。',
        '勾选“下次启动程序时继续共享”，这台电脑重新启动后不用再设置。退出程序前会提醒还有几台电脑在使用。',
      ],
    },
    lowestRole: 'admin',
    Screen: lazyScreen(async () => (await import('./SharingScreen.tsx')).SharingScreen),
  },
]
