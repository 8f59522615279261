import { Alert, Checkbox, Form, Input, Switch } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { purposeLimit } from '#shared/contract/export.ts'
import { accountHints, passwordLength } from '#shared/features/account/rules.ts'
import { COPY_PASSWORD_MISSING } from '#shared/features/system/rules.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { fieldRules, judged } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { minuteStamp } from '../../ui/minuteStamp.ts'
import { ReasonField } from '../../ui/ReasonField.tsx'
import { newPasswordRules, repeatRules } from '../account/parts/accountRules.ts'
import styles from './backup.module.css'

interface BackUpForm {
  readonly purpose: string
  readonly isEncrypted: boolean
  readonly password?: string
  readonly again?: string
  readonly isFinalKnown?: boolean
}

const purpose = { ...purposeLimit, ready: ['定期备份', '升级前备份', '更换电脑', '交接工作'] } as const

/** 备份数据: asks for purpose, encryption and location; the server copies its data there. Then explains what to do with the backup. */
export function BackUpDialog({ onClose }: { readonly onClose: () => void }) {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { run } = useCommand('data.backUp')
  const { run: showInFolder } = useCommand('file.showInFolder')
  const backUp = async ({ purpose: written, isEncrypted, password = '' }: BackUpForm): Promise<boolean> => {
    const suggestedName = `社区投票平台_备份_${minuteStamp(new Date())}${isEncrypted ? '.vtbackup' : '.db'}`
    const saved = await run({ suggestedName, purpose: written.trim(), password: isEncrypted ? password : null })
    if (!saved.ok || saved.value === null) return false
    void cache.invalidateQueries({ queryKey: ['system.safety'] })
    const { ticket, name } = saved.value
    toasts.notice({
      key: `backUp:${ticket}`,
      title: '数据已备份',
      detail: isEncrypted
        ? `${name} 已用密码加密。请保存到 U 盘等安全的地方，密码与文件分开保管；忘记密码将无法恢复。`
        : `${name} 含全部小区、选票和操作日志，请保存到 U 盘等安全的地方，不要外传。`,
      actions: [{ label: '打开所在文件夹', act: () => void showInFolder({ ticket }) }],
    })
    return true
  }
  return (
    <FormDialog<BackUpForm>
      title="备份数据"
      isOpen
      width={600}
      initialValues={{ purpose: '', isEncrypted: false }}
      submitText="选择保存位置"
      onSubmit={backUp}
      onClose={onClose}
    >
      <p className="lead">把全部小区、选票和操作日志存成一个文件。文件含业主的完整信息，请保存到 U 盘等安全的地方；用途记入操作日志。</p>
      <Form.Item<BackUpForm> name="purpose" rules={fieldRules(purposeLimit, '请选择或填写用途')} validateTrigger="onChange">
        <ReasonField {...purpose} />
      </Form.Item>
      <Form.Item<BackUpForm>
        name="isEncrypted"
        valuePropName="checked"
        label="用密码加密"
        layout="horizontal"
        colon={false}
        extra="文件离开这台电脑时请加密：没有密码的人打不开。"
      >
        <Switch />
      </Form.Item>
      <Form.Item<BackUpForm> noStyle dependencies={['isEncrypted']}>
        {({ getFieldValue }) => (getFieldValue('isEncrypted') === true ? <PasswordOfCopy /> : null)}
      </Form.Item>
    </FormDialog>
  )
}

/** The password, twice, with a warning that it cannot be recovered. */
function PasswordOfCopy() {
  return (
    <>
      <div className={styles.backupPasswords}>
        <Form.Item<BackUpForm> name="password" label="备份的密码" rules={newPasswordRules(COPY_PASSWORD_MISSING)}>
          <Input.Password autoFocus autoComplete="new-password" maxLength={passwordLength.max} placeholder={accountHints.password} />
        </Form.Item>
        <Form.Item<BackUpForm> name="again" label="再输入一次" dependencies={['password']} rules={repeatRules('password')}>
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
      </div>
      <Alert
        className="lead"
        type="warning"
        showIcon
        title="忘记密码将无法恢复：密码不保存在任何地方，程序、管理员和技术支持都不能找回。请写在纸上，与备份文件分开保管。"
      />
      <Form.Item<BackUpForm>
        name="isFinalKnown"
        valuePropName="checked"
        rules={[judged((isKnown?: boolean) => (isKnown === true ? null : '请先确认已记好密码'))]}
      >
        <Checkbox>我已记好密码，知道忘记密码后这份备份将无法恢复</Checkbox>
      </Form.Item>
    </>
  )
}
