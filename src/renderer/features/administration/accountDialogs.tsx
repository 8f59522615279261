import { Form, Input, Radio } from 'antd'
import type { Account } from '#shared/features/account/contract.ts'
import { roleLadder, roleNames, type Role } from '#shared/features/account/roles.ts'
import { accountHints, accountLimits as limits, accountMessages as say, passwordLength, usernameLength } from '#shared/features/account/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { fieldRules } from '../../ui/fieldRules.ts'
import { newPasswordRules, phoneRules, usernameRules } from '../account/parts/accountRules.ts'
import styles from './administration.module.css'

/** What each role may do, besides what is above it. */
const roleDuties: Readonly<Record<Role, string>> = {
  viewer: '查看列表、进度和统计，不能改动任何内容',
  clerk: '另可标记、投票、唱票、登记送达、提交房产变更',
  manager: '另可管理小区、房产、投票活动和票权，审批变更，生成报告',
  admin: '另可管理账号、查看操作日志、备份和恢复数据',
}

/** `王主任（office_1）` */
export const accountInWords = ({ nickName, username }: Pick<Account, 'nickName' | 'username'>): string => `${nickName}（${username}）`

interface AccountDialogProps {
  /** null: closed. */
  readonly account: Account | null
  readonly onClose: () => void
}

function RoleField() {
  return (
    <Form.Item name="role" label="角色" rules={[{ required: true, message: say.roleMissing }]}>
      <Radio.Group className={styles.accountRoles}>
        {roleLadder.map((role) => (
          <Radio key={role} value={role}>
            <span>{roleNames[role]}</span>
            <span className={styles.accountRoleDuty}>{roleDuties[role]}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}

/** 审核: whoever registered may log in from now on. */
export function ApproveDialog({ account, onClose }: AccountDialogProps) {
  const approve = useSend('account.approve', { refreshes: ['account.list'], success: '已通过，该账号现在可以登录' })
  return (
    <FormDialog<{ role: Role }>
      title={account ? `审核 ${accountInWords(account)}` : '审核'}
      isOpen={account !== null}
      width={520}
      submitText="通过"
      initialValues={{ role: 'clerk' }}
      onSubmit={async ({ role }) => account !== null && (await approve.send({ body: { userId: account.id, role } })).ok}
      onClose={onClose}
    >
      <RoleField />
    </FormDialog>
  )
}

/** 修改角色: it holds from the account's next call on. */
export function RoleDialog({ account, onClose }: AccountDialogProps) {
  const setRole = useSend('account.setRole', { refreshes: ['account.list'], success: '修改成功' })
  return (
    <FormDialog<{ role: Role }>
      title={account ? `修改 ${accountInWords(account)}的角色` : '修改角色'}
      isOpen={account !== null}
      width={520}
      initialValues={account?.roles[0] ? { role: account.roles[0] } : {}}
      onSubmit={async ({ role }) => account !== null && (await setRole.send({ body: { userId: account.id, role } })).ok}
      onClose={onClose}
    >
      <RoleField />
    </FormDialog>
  )
}

interface NewAccountForm {
  readonly username: string
  readonly nickName: string
  readonly phone: string
  readonly role: Role
  readonly password: string
}

/** 新建账号: for somebody who need not register. */
export function CreateAccountDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const create = useSend('account.create', { refreshes: ['account.list'], success: '账号已建立，请把用户名和密码告诉本人' })
  return (
    <FormDialog<NewAccountForm>
      title="新建账号"
      isOpen={isOpen}
      width={600}
      initialValues={{ username: '', nickName: '', phone: '', role: 'clerk', password: '' }}
      onSubmit={async ({ username, nickName, phone, role, password }) =>
        (await create.send({ body: { username: username.trim(), nickName: nickName.trim(), phone: phone.trim(), role, password } })).ok
      }
      onClose={onClose}
    >
      <div className={styles.accountNew}>
        <Form.Item name="username" label="用户名" rules={usernameRules}>
          <Input autoFocus maxLength={usernameLength.max} autoComplete="off" placeholder={accountHints.username} />
        </Form.Item>
        <Form.Item name="nickName" label="姓名" rules={fieldRules(limits.nickName)}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="phone" label="手机号" rules={phoneRules}>
          <Input maxLength={limits.phone.max} autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item name="password" label="初始密码" extra="首次登录时须修改密码" rules={newPasswordRules(say.passwordMissing)}>
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder={accountHints.password} />
        </Form.Item>
        <div className={styles.accountNewRoles}>
          <RoleField />
        </div>
      </div>
    </FormDialog>
  )
}

/** 重置密码: the new one reaches its owner by word of mouth. */
export function ResetPasswordDialog({ account, onClose }: AccountDialogProps) {
  const reset = useSend('account.resetPassword', { refreshes: ['account.list'], success: '修改成功，请把新密码告诉本人' })
  return (
    <FormDialog<{ newPassword: string }>
      title={account ? `重置 ${accountInWords(account)}的密码` : '重置密码'}
      isOpen={account !== null}
      width={460}
      initialValues={{ newPassword: '' }}
      onSubmit={async ({ newPassword }) => account !== null && (await reset.send({ body: { userId: account.id, newPassword } })).ok}
      onClose={onClose}
    >
      <Form.Item
        name="newPassword"
        label="新密码"
        extra="重置后该账号在所有电脑上退出登录，下次登录须修改密码；登录失败的锁定同时解除"
        rules={newPasswordRules(say.newPasswordMissing)}
      >
        <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder={accountHints.password} />
      </Form.Item>
    </FormDialog>
  )
}
