import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { ShownCertificate } from '#shared/bridge/serverChoice.ts'
import { Act } from '../../app-context/Act.tsx'
import { useComputer } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import styles from './connection.module.css'
import { PairingGroups } from './parts/PairingGroups.tsx'

/**
 * Blocks everything while the server's certificate was not verified by the user; nothing is sent to it.
 *
 * An unknown certificate can be compared and accepted; a changed one cannot be accepted at all.
 */
export function UntrustedServer({ certificate }: { readonly certificate: ShownCertificate }) {
  return certificate.verdict === 'changed' ? <ChangedServer /> : <UnknownServer fingerprint={certificate.fingerprint} />
}

function UnknownServer({ fingerprint }: { readonly fingerprint: string }) {
  const { connection } = useComputer()
  const pair = useCommand('server.pair')
  const own = useCommand('server.useOwn')
  const first = useFocus()
  return (
    <div className={styles.cover} role="dialog" aria-modal="true" aria-labelledby="unknown-server">
      <div className={styles.sheet}>
        <h1 id="unknown-server">第一次连接服务器 {connection.name}</h1>
        <p>请与那台电脑上“网络共享”页面（或服务器窗口）显示的配对码逐组核对。核对之前，不会向它发送账号和密码。</p>
        <PairingGroups fingerprint={fingerprint} />
        <p>五组数字全部相同，才点“一致，连接”。有一组不同，说明连到的可能不是办公室的服务器，请联系管理员。</p>
        <div className={styles.actions}>
          <Button ref={first} loading={own.isRunning} onClick={() => void own.run(null)}>
            不一致，改用本机数据
          </Button>
          <Act text="一致，连接" type="primary" loading={pair.isRunning} onClick={() => void pair.run({ fingerprint })} />
        </div>
      </div>
    </div>
  )
}

function ChangedServer() {
  const { connection } = useComputer()
  const sheet = useFocus()
  return (
    <div className={styles.changed} role="alertdialog" aria-modal="true" aria-labelledby="changed-server">
      <div className={styles.sheet} tabIndex={-1} ref={sheet}>
        <h1 id="changed-server">已停止连接：服务器 {connection.name} 的证书与配对时不同</h1>
        <p>没有向它发送账号、密码和任何数据。可能的原因：</p>
        <ul>
          <li>有人在网络中冒充办公室的服务器，想截取密码和业主信息；</li>
          <li>服务器重装过，或换了一台电脑，证书也换了新的。</li>
        </ul>
        <p>请先停止使用，联系管理员，到服务器那台电脑前确认是否换过证书。</p>
        <p>
          确实换过时，由本机的管理员以启动参数 <code>--pair-anew</code> 启动一次本程序，再与服务器上显示的配对码重新核对。
        </p>
      </div>
    </div>
  )
}

/** Focuses the element on mount, so that keys do not reach the page below. */
function useFocus() {
  const target = useRef<HTMLButtonElement & HTMLDivElement>(null)
  useEffect(() => target.current?.focus(), [])
  return target
}
