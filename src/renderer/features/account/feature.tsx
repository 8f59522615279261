import { lazyScreen, type PublicRoute } from '../../app-context/feature.ts'
import { LoginScreen } from './LoginScreen.tsx'

export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/login',
    title: '登录',
    help: {
      about: '用账号登录。登录后，两小时没有操作会自动退出。',
      steps: [
        '输入用户名、密码和图片中的验证码，点“登录”。',
        '看不清验证码时，点图片换一张。',
        '密码连续输错五次，账号会锁定 15 分钟；忘记密码请找管理员重置。',
      ],
      keys: [['Enter', '登录']],
    },
    // The program's first screen: not lazily loaded.
    Screen: LoginScreen,
  },
  {
    path: '/register',
    title: '注册',
    help: {
      about: '登记一个工作人员账号。第一个注册的账号是管理员。',
      steps: [
        '填写用户名、姓名、密码和手机号。密码至少 8 位，要同时有字母和数字。',
        '输入图片验证码，点“发送验证码”。验证码会发到手机；使用本机服务器时，显示在本机的通知里。',
        '填写短信验证码，点“注册”，再用新账号登录。',
      ],
    },
    Screen: lazyScreen(async () => (await import('./RegisterScreen.tsx')).RegisterScreen),
  },
]
