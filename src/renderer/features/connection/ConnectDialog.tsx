import { Alert, Button, Form, Input, Modal, Spin, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { MAX_ADDRESS, type FoundServer, type ServerLook } from '#shared/bridge/serverChoice.ts'
import { Act } from '../../app-context/Act.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import styles from './connection.module.css'
import { PairingGroups } from './parts/PairingGroups.tsx'

/** 连接办公室服务器: choose a discovered server or enter its address; an unknown certificate must be compared; then the program restarts. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [seen, setSeen] = useState<ServerLook | null>(null)
  return (
    <Modal open title="连接办公室服务器" width={640} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {seen === null ? <Choice onSeen={setSeen} /> : <Agreement seen={seen} onBack={() => setSeen(null)} />}
    </Modal>
  )
}

interface AddressForm {
  readonly address: string
}

function Choice({ onSeen }: { readonly onSeen: (seen: ServerLook) => void }) {
  const [isTyped, setIsTyped] = useState(false)
  const [problem, setProblem] = useState('')
  const look = useCommand('server.look', { errors: 'caller' })
  const ask = async (asked: string) => {
    setProblem('')
    const outcome = await look.run({ address: asked })
    if (outcome.ok) onSeen(outcome.value)
    else if (outcome.failure) setProblem(outcome.failure.message)
  }
  return (
    <>
      <FoundServers isDisabled={look.isRunning} onChosen={(chosen) => void ask(chosen)} />
      <Form<AddressForm>
        name="server"
        layout="vertical"
        initialValues={{ address: '' }}
        onValuesChange={({ address = '' }) => setIsTyped(address.trim() !== '')}
        onFinish={({ address }) => void ask(address)}
      >
        <Form.Item htmlFor="server_address" label="没有找到时，输入服务器上“网络共享”页面显示的地址" style={{ marginBottom: 0 }}>
          <div className={styles.typed}>
            <Form.Item<AddressForm> name="address" noStyle>
              <Input maxLength={MAX_ADDRESS} placeholder="例如 https://192.168.1.20:8790" />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={look.isRunning} disabled={!isTyped}>
              连接
            </Button>
          </div>
        </Form.Item>
      </Form>
      {problem === '' ? null : <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} />}
    </>
  )
}

function FoundServers({ isDisabled, onChosen }: { readonly isDisabled: boolean; readonly onChosen: (address: string) => void }) {
  const [found, setFound] = useState<readonly FoundServer[] | null>(null)
  const { run } = useCommand('server.find', { errors: 'caller' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isShown = true
    const look = async () => {
      const outcome = await run(null)
      if (isShown) setFound(outcome.ok ? outcome.value : [])
    }
    void look()
    return () => {
      isShown = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each press of 重新查找
  }, [round])
  if (found === null) {
    return (
      <p role="status">
        <Spin size="small" /> 正在网络中查找已打开共享的电脑…
      </p>
    )
  }
  return (
    <>
      <p className={styles.label}>
        {found.length === 0 ? '没有在网络中找到服务器。请确认那台电脑已打开“网络共享”，并且在同一个网络中。' : '在网络中找到的服务器：'}{' '}
        <Button
          type="link"
          size="small"
          onClick={() => {
            setFound(null)
            setRound((before) => before + 1)
          }}
        >
          重新查找
        </Button>
      </p>
      <ul className={styles.found}>
        {found.map(({ address, name, isPaired }) => (
          <li key={address}>
            <Button className={styles.server} disabled={isDisabled} onClick={() => onChosen(address)}>
              <span>
                {name} {isPaired ? <Tag color="green">已配对</Tag> : null}
              </span>
              <span className="quiet">{address}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Confirmation before the program restarts with that server. */
function Agreement({ seen: { address, name, certificate }, onBack }: { readonly seen: ServerLook; readonly onBack: () => void }) {
  const use = useCommand('server.use')
  const isUnknown = certificate?.verdict === 'unknown'
  if (certificate?.verdict === 'changed') {
    return (
      <>
        <Alert
          type="error"
          showIcon
          title={`服务器 ${name} 的证书与以前配对时不同，没有连接，也没有发送任何内容`}
          description="可能有人在冒充办公室的服务器，或服务器重装过。请联系管理员；确实换过证书时，由本机管理员以启动参数 --pair-anew 启动一次本程序再连接。"
        />
        <div className={styles.actions}>
          <Button onClick={onBack}>返回</Button>
        </div>
      </>
    )
  }
  return (
    <>
      {isUnknown ? (
        <>
          <p>第一次连接 {name}。请与那台电脑上“网络共享”页面（或服务器窗口）显示的配对码逐组核对：</p>
          <PairingGroups fingerprint={certificate.fingerprint} />
          <p>五组数字全部相同，才点“一致，连接”。有一组不同，请不要连接，联系管理员。</p>
        </>
      ) : (
        <p>将使用服务器 {name} 上的数据，本机的数据不会改动。</p>
      )}
      <p>连接后程序会重新启动，请用那台服务器上的账号登录。</p>
      <div className={styles.actions}>
        <Button onClick={onBack}>{isUnknown ? '不一致，返回' : '返回'}</Button>
        <Act
          text={isUnknown ? '一致，连接' : '连接'}
          type="primary"
          loading={use.isRunning}
          onClick={() => void use.run({ address, fingerprint: certificate?.fingerprint ?? null })}
        />
      </div>
    </>
  )
}
