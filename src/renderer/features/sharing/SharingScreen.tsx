import { Alert, QRCode, Table, Typography } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { ConnectedComputer, SharingStatus } from '#shared/features/sharing/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { PairingGroups } from '../connection/parts/PairingGroups.tsx'
import { SharingForm } from './SharingForm.tsx'
import styles from './sharing.module.css'

/** 网络共享: opens the program's server to the office, shows its identification and connected clients. */
export function SharingScreen() {
  const refetchInterval = useLiveInterval()
  const query = useEndpoint('sharing.status', {}, { refetchInterval })
  const status = query.data
  return <PageFrame about="让办公室里的其他电脑使用这里的数据">{status ? <Shared status={status} /> : <Awaited of={query} />}</PageFrame>
}

function Shared({ status }: { readonly status: SharingStatus }) {
  if (!status.isSwitchable && status.fingerprint === '') {
    return <Alert type="info" showIcon title="这台服务器是单独运行的，只接受本机或加密代理的连接。要让其他电脑直接连接，请以启动参数 --host 指定监听地址。" />
  }
  return (
    <>
      {status.isSwitchable ? (
        <SharingForm status={status} />
      ) : (
        <Alert type="info" showIcon title="这台服务器是单独运行的，一直对网络开放；监听地址在启动参数中设置。" />
      )}
      {status.isOn ? <Opened status={status} /> : null}
    </>
  )
}

/** What others need to connect, and who is connected. */
function Opened({ status: { port, address, addresses, fingerprint, connected, isSwitchable } }: { readonly status: SharingStatus }) {
  const { ask } = useQuestions()
  const stop = useSend('sharing.stop', { refreshes: ['sharing.status'], success: '已关闭网络共享' })
  const shown = address === '' ? addresses : addresses.filter((each) => each.address === address)
  const first = shown[0]
  const askToStop = () => {
    const close = () => void stop.send({ body: {} })
    if (connected.length === 0) return close()
    return ask({
      title: `还有 ${connected.length} 台电脑正在使用，确认关闭共享吗?`,
      detail: '关闭后，它们会提示连接断开；已提交的数据不会丢失',
      confirmText: '关闭共享',
      isDangerous: true,
      onConfirm: close,
    })
  }
  return (
    <>
      <section className={styles.known} aria-label="其他电脑怎样连接">
        <div>
          <h2>1. 地址</h2>
          <p>在其他电脑的登录页面点“连接办公室服务器”，会自动找到这台电脑；没有找到时，输入下面的地址：</p>
          <ul className={styles.addresses}>
            {shown.map((each) => (
              <li key={each.address}>
                <Typography.Text copyable strong>{`https://${each.address}:${port}`}</Typography.Text> <span className={styles.network}>{each.network}</span>
              </li>
            ))}
          </ul>
          <h2>2. 配对码</h2>
          <p>第一次连接时，与那台电脑上显示的五组数字逐组核对，全部相同才点“一致，连接”。</p>
          <PairingGroups fingerprint={fingerprint} isLarge />
        </div>
        {first ? (
          <figure className={styles.code}>
            <QRCode value={`vote-console:https://${first.address}:${port}#${fingerprint}`} size={168} bordered={false} />
            <figcaption>地址和完整的证书指纹</figcaption>
          </figure>
        ) : null}
      </section>
      <h2>正在使用的电脑（{connected.length}）</h2>
      <Connected computers={connected} />
      {isSwitchable ? <Act text="关闭共享" danger loading={stop.isSending} onClick={askToStop} /> : null}
    </>
  )
}

function Connected({ computers }: { readonly computers: readonly ConnectedComputer[] }) {
  return (
    <Table<ConnectedComputer>
      className={styles.connected}
      size="small"
      pagination={false}
      rowKey={({ address, desk }) => `${address} ${desk}`}
      dataSource={[...computers]}
      locale={{ emptyText: '现在没有其他电脑连接' }}
      columns={[
        { title: '电脑', dataIndex: 'desk', render: (desk: string) => (desk === '' ? '未知' : desk) },
        { title: '地址', dataIndex: 'address' },
        { title: '登录的账号', dataIndex: 'username', render: (username: string) => (username === '' ? '未登录' : username) },
        { title: '最近一次', dataIndex: 'lastAt', render: (at: number) => formatTime(at) },
      ]}
    />
  )
}
