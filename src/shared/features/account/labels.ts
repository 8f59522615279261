import { access, change, security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const accountLabels = {
  kind: '账号',
  actions: {
    'account.register': security('注册账号'),
    'account.logIn': security('登录'),
    'account.logOut': security('退出登录'),
    'account.cover': security('锁定屏幕'),
    'account.uncover': security('解锁屏幕'),
    'account.endSession': security('结束其他登录'),
    'account.setCoverMinutes': security('设置自动锁屏'),
    'account.create': security('新建账号'),
    'account.approve': security('审核通过账号'),
    'account.reject': security('拒绝账号'),
    'account.setRole': change('修改角色'),
    'account.setEstates': change('修改小区范围'),
    'account.setDisabled': change('停用或启用账号'),
    'account.resetPassword': change('重置密码'),
    'account.changePassword': change('修改密码'),
    'account.export': access('导出账号'),
    'account.loginFailed': security('登录失败'),
  },
  fields: {
    username: '用户名',
    creatorName: '创建人',
    nickName: '姓名',
    role: '角色',
    roles: '角色',
    isDisabled: '已停用',
    estateIds: '小区编号',
    estateScope: '小区范围',
  },
} as const satisfies JournalLabels<'account'>

/** Fields of sessions and the covered screen, which come last. */
export const sessionFields = {
  coverMinutes: '自动锁屏(分钟)',
  device: '电脑',
} as const
