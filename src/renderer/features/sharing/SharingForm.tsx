import { useEffect, useEffectEvent, useState } from 'react'
import { Alert, Checkbox, Form, InputNumber, Select } from 'antd'
import type { SharingChoice, SharingStatus } from '#shared/features/sharing/contract.ts'
import { isPort, sharingMessages } from '#shared/features/sharing/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { judged } from '../../ui/fieldRules.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useSend } from '../../bridge/useSend.ts'
import styles from './sharing.module.css'

/** Whether the program starts at log-on, where supported. */
function StartAtLogOn() {
  const { run } = useCommand('app.startAtLogOn')
  const [answer, setAnswer] = useState<{ readonly isSupported: boolean; readonly isOn: boolean } | null>(null)
  const set = (isWanted: boolean | null) => run({ isWanted }).then((outcome) => (outcome.ok ? setAnswer(outcome.value) : undefined))
  const ask = useEffectEvent(() => void set(null))
  useEffect(() => ask(), [])
  if (answer?.isSupported !== true) return null
  return (
    <Form.Item>
      <Checkbox checked={answer.isOn} onChange={({ target }) => void set(target.checked)}>
        登录 Windows 后自动启动程序
      </Checkbox>
    </Form.Item>
  )
}

/** Network, port, and whether sharing stays on; opens the port, or reopens it with other settings. */
export function SharingForm({ status }: { readonly status: SharingStatus }) {
  const start = useSend('sharing.start', { refreshes: ['sharing.status'], success: '已打开网络共享' })
  const { port, address, isKeptOn, isOn, addresses } = status
  const networks = addresses.map((each) => ({ value: each.address, label: `${each.address}（${each.network}）` }))
  return (
    <>
      {isOn ? null : (
        <Alert
          className={styles.firewall}
          type="info"
          showIcon
          title="打开后，Windows 可能询问是否允许“社区投票平台”访问网络：请勾选“专用网络”，点“允许访问”。不要勾选“公用网络”。"
          description="点了“取消”，其他电脑会连不上。请电脑的管理员打开“控制面板 → Windows Defender 防火墙 → 允许应用通过防火墙”，勾选“社区投票平台”的“专用”。"
        />
      )}
      {addresses.length === 0 ? (
        <Alert className={styles.firewall} type="warning" showIcon title="这台电脑现在没有连接网络，请先接好网线或连上无线网络。" />
      ) : null}
      <Form<SharingChoice>
        layout="inline"
        className={styles.form}
        initialValues={{ port, address, isKeptOn }}
        onFinish={(choice) => void start.send({ body: choice })}
      >
        <Form.Item name="address" label="网络">
          <Select style={{ width: '18rem' }} options={[{ value: '', label: '所有网络' }, ...networks]} />
        </Form.Item>
        <Form.Item
          name="port"
          label="端口"
          required
          rules={[judged((value: number | null) => (value !== null && isPort(value) ? null : sharingMessages.port))]}
        >
          {/* Offers no port by itself: with a least and a largest one it would put another in place of what was typed. */}
          <InputNumber controls={false} keyboard={false} precision={0} style={{ width: '7rem' }} />
        </Form.Item>
        <Form.Item name="isKeptOn" valuePropName="checked">
          <Checkbox>下次启动程序时继续共享</Checkbox>
        </Form.Item>
        <StartAtLogOn />
        <Form.Item>
          <Act text={isOn ? '按新的设置重新打开' : '打开共享'} type={isOn ? 'default' : 'primary'} htmlType="submit" loading={start.isSending} />
        </Form.Item>
      </Form>
    </>
  )
}
