import { conflict, failed, refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of 网络共享 (`trust.md` section 6). */
export const sharingRefusals = refusalPart({
  'sharing.fixed': conflict('这台服务器是单独运行的，请在启动参数中设置监听地址'),
  'sharing.portInUse': conflict(({ port }: { readonly port: number }) => `端口 ${port} 已被其他程序占用，请换一个端口`),
  /** For the other computers, while the port closes. */
  'sharing.ended': failed('共享数据的电脑退出了程序或关闭了网络共享，请联系那台电脑的使用者'),
  'sharing.addressGone': conflict('本机现在没有这个网络地址，请重新选择网络'),
})
