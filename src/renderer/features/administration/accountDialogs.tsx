import { Form, Input, Radio, Select } from 'antd'
import type { Account } from '#shared/features/account/contract.ts'
import { roleLadder, roleNames, type Role } from '#shared/features/account/roles.ts'
import { accountHints, accountLimits as limits, accountMessages as say, passwordLength, usernameLength } from '#shared/features/account/rules.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { newPasswordRules, phoneRules, usernameRules } from '../account/parts/accountRules.ts'
import styles from './administration.module.css'
import { TextItem } from '../../ui/TextItem.tsx'

/** What each role may do in addition to the lower ones. */
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
            <span className="quiet">{roleDuties[role]}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}

interface ScopeForm {
  readonly role: Role
  readonly isAll: boolean
  readonly estateIds: readonly string[]
}
const scopeAtFirst: ScopeForm = { role: 'clerk', isAll: true, estateIds: [] }
/** The estates to send; null for all. */
const chosenEstates = ({ role, isAll, estateIds }: ScopeForm): string[] | null => (role === 'admin' || isAll ? null : [...estateIds])

/** 小区范围: all estates, or selected ones; administrators always see all. */
function ScopeField() {
  const form = Form.useFormInstance<ScopeForm>()
  // Undefined on the first render.
  const values: Partial<ScopeForm> = Form.useWatch((all: Partial<ScopeForm>) => all, form) ?? {}
  const { data = [] } = useEndpoint('estate.all', {})
  if (values.role === 'admin') {
    return (
      <Form.Item label="小区范围">
        <span className="quiet">系统管理员始终可以看到全部小区</span>
      </Form.Item>
    )
  }
  return (
    <>
      <Form.Item<ScopeForm> name="isAll" label="小区范围">
        <Radio.Group>
          <Radio value={true}>全部小区</Radio>
          <Radio value={false}>指定小区</Radio>
        </Radio.Group>
      </Form.Item>
      {values.isAll === false ? (
        <Form.Item<ScopeForm> name="estateIds" label="可见的小区" extra="其他小区的房产、投票和记录对该账号不显示；一个也不选，则看不到任何小区">
          <Select mode="multiple" placeholder="选择小区" optionFilterProp="label" options={data.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      ) : null}
    </>
  )
}

/** 审核: allows a registered user to log in. */
export function ApproveDialog({ account, onClose }: AccountDialogProps) {
  const approve = useSend('account.approve', { refreshes: ['account.list'], success: '已通过，该账号现在可以登录' })
  return (
    <FormDialog<ScopeForm>
      title={account ? `审核 ${accountInWords(account)}` : '审核'}
      isOpen={account !== null}
      width={520}
      submitText="通过"
      initialValues={scopeAtFirst}
      onSubmit={async (form) => account !== null && (await approve.send({ body: { userId: account.id, role: form.role, estateIds: chosenEstates(form) } })).ok}
      onClose={onClose}
    >
      <RoleField />
      <ScopeField />
    </FormDialog>
  )
}

/** 角色与范围: changes apply from the account's next call. */
export function RoleDialog({ account, onClose }: AccountDialogProps) {
  const setRole = useSend('account.setRole', { refreshes: ['account.list'], success: '修改成功' })
  const setEstates = useSend('account.setEstates', { refreshes: ['account.list'], success: '小区范围已修改' })
  const submit = async (of: Account, form: ScopeForm): Promise<boolean> => {
    const [userId, estateIds] = [of.id, chosenEstates(form)]
    const isOtherScope = form.role !== 'admin' && String(estateIds) !== String(of.estateIds)
    if (isOtherScope && !(await setEstates.send({ body: { userId, estateIds } })).ok) return false
    if (isOtherScope && form.role === of.roles[0] && !of.isToCheck) return true
    return (await setRole.send({ body: { userId, role: form.role } })).ok
  }
  return (
    <FormDialog<ScopeForm>
      title={account ? `修改 ${accountInWords(account)}的角色与范围` : '修改角色与范围'}
      isOpen={account !== null}
      width={520}
      initialValues={account?.roles[0] ? { role: account.roles[0], isAll: account.estateIds === null, estateIds: account.estateIds ?? [] } : {}}
      onSubmit={async (form) => account !== null && (await submit(account, form))}
      onClose={onClose}
    >
      <RoleField />
      <ScopeField />
    </FormDialog>
  )
}

interface NewAccountForm extends ScopeForm {
  readonly username: string
  readonly nickName: string
  readonly phone: string
  readonly password: string
}

/** 新建账号: for a user who does not register. */
export function CreateAccountDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const create = useSend('account.create', { refreshes: ['account.list'], success: '账号已建立，请把用户名和密码告诉本人' })
  return (
    <FormDialog<NewAccountForm>
      title="新建账号"
      isOpen={isOpen}
      width={600}
      initialValues={{ username: '', nickName: '', phone: '', ...scopeAtFirst, password: '' }}
      onSubmit={async (form) => {
        const { username, nickName, phone, role, password } = form
        const body = { username: username.trim(), nickName: nickName.trim(), phone: phone.trim(), role, estateIds: chosenEstates(form), password }
        return (await create.send({ body })).ok
      }}
      onClose={onClose}
    >
      <div className={styles.accountNew}>
        <Form.Item name="username" label="用户名" rules={usernameRules}>
          <Input autoFocus maxLength={usernameLength.max} autoComplete="off" placeholder={accountHints.username} />
        </Form.Item>
        <TextItem name="nickName" limit={limits.nickName} />
        <Form.Item name="phone" label="手机号" rules={phoneRules}>
          <Input maxLength={limits.phone.max} autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item name="password" label="初始密码" extra="首次登录时须修改密码" rules={newPasswordRules(say.passwordMissing)}>
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} placeholder={accountHints.password} />
        </Form.Item>
        <div className={styles.accountNewRoles}>
          <RoleField />
          <ScopeField />
        </div>
      </div>
    </FormDialog>
  )
}

/** 重置密码: the new password must be told to its owner in person. */
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
