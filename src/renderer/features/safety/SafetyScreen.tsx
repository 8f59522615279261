import { Alert, Form } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DiskEncryption } from '#shared/bridge/commands.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { journalLimits } from '#shared/features/journal/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ReasonField } from '../../ui/ReasonField.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useBackUp } from '../backup/parts/useBackUp.ts'
import { safetyInWords, safetyRows, type SafetyLink, type SafetyRow, type SafetyState } from './safetyRows.ts'
import styles from './safety.module.css'

/** Polling interval (ms). */
const INTERVAL = 60_000

/** 安全状况: the data's safeguards, their state, and links to improve it. */
export function SafetyScreen() {
  const refetchInterval = useLiveInterval(INTERVAL)
  const { data: safety, dataUpdatedAt: receivedAt, error, isFetching, refetch } = useEndpoint('system.safety', {}, { refetchInterval })
  const { connection } = useComputer()
  const isEmbedded = connection.kind === 'embedded'
  const disk = useDiskEncryption(isEmbedded)
  const look = () => {
    void refetch()
    disk.look()
  }
  return (
    <PageFrame about="数据有没有备份，别人能不能看到，记录有没有被改动" actions={<Act text="重新检查" onClick={look} loading={isFetching} />}>
      {safety ? <Rows rows={safetyRows({ safety, receivedAt, disk: disk.found, isEmbedded })} /> : <Awaited of={{ error, refetch }} />}
    </PageFrame>
  )
}

/** This computer's disk encryption; null until known. */
function useDiskEncryption(isWanted: boolean) {
  const [found, setFound] = useState<DiskEncryption | null>(null)
  const { run } = useCommand('computer.diskEncryption', { errors: 'caller' })
  const take = (outcome: Awaited<ReturnType<typeof run>>) => {
    if (outcome.ok) setFound(outcome.value)
    // The result of a check in progress applies here, too.
    else if (outcome.failure) setFound('unknown')
  }
  const lookFirst = useEffectEvent(() => void run(null).then(take))
  useEffect(() => {
    if (isWanted) lookFirst()
  }, [isWanted])
  return { found, look: () => (isWanted ? void run(null).then(take) : undefined) }
}

const tones: Readonly<Record<SafetyState, Tone>> = { good: 'green', attention: 'orange', action: 'red', unknown: 'grey' }
const stateNames: Readonly<Record<SafetyState, string>> = { good: '好', attention: '注意', action: '需要处理', unknown: '无法判断' }

function Rows({ rows }: { readonly rows: readonly SafetyRow[] }) {
  const { type, sentence } = safetyInWords(rows)
  const [opened, setOpened] = useState<'diskHelp' | 'acceptClock' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Alert className={styles.sum} type={type} showIcon title={sentence} />
      <ul className={styles.rows} aria-label="安全状况">
        {/* What is to be done first: the list may be longer than the window. */}
        {rows
          .toSorted((one, other) => Number(other.state === 'action') - Number(one.state === 'action'))
          .map((row) => (
            <li key={row.key} className={styles.row} aria-label={row.name}>
              <StateTag tone={tones[row.state]}>{stateNames[row.state]}</StateTag>
              <strong>{row.name}</strong>
              <span>{row.sentence}</span>
              {row.link ? <RowLink link={row.link} isPressing={row.state === 'action'} onOpen={setOpened} /> : null}
            </li>
          ))}
      </ul>
      <DiskHelp isOpen={opened === 'diskHelp'} onClose={close} />
      <ClockDialog isOpen={opened === 'acceptClock'} onClose={close} />
    </>
  )
}

interface RowLinkProps {
  readonly link: SafetyLink
  readonly isPressing: boolean
  /** Opens a dialog over the page. */
  readonly onOpen: (what: 'diskHelp' | 'acceptClock') => void
}

function RowLink({ link, isPressing, onOpen }: RowLinkProps) {
  const navigate = useNavigate()
  const backUp = useBackUp()
  const take = () => {
    if ('to' in link) navigate(link.to)
    else if (link.opens === 'backUp') backUp()
    else onOpen(link.opens)
  }
  return <Act text={link.label} type={isPressing ? 'primary' : 'default'} onClick={take} />
}

const READY_FOR_CLOCK = ['此前服务器的时间调快了，现已校准', '恢复了旧备份'] as const

/** An administrator's confirmation that the server's clock is right, although earlier entries have later times. */
function ClockDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const accept = useSend('audit.acceptClock', { refreshes: ['system.safety'], success: '已确认，可以继续操作' })
  return (
    <FormDialog<{ reason: string }>
      title="确认服务器时间"
      isOpen={isOpen}
      submitText="确认时间无误"
      initialValues={{}}
      onSubmit={async ({ reason }) => (await accept.send({ body: { reason } })).ok}
      onClose={onClose}
    >
      <p>请先对照手机核对服务器电脑的日期和时间。确认以后以现在的时间为准继续操作，确认人和原因写入操作日志，时间倒退的记录会印在报告首页。</p>
      <Form.Item name="reason" rules={fieldRules(journalLimits.knownReason, '请选择或填写原因')}>
        <ReasonField {...journalLimits.knownReason} ready={READY_FOR_CLOCK} />
      </Form.Item>
    </FormDialog>
  )
}

/** How to encrypt a disk with Windows' own means. */
function DiskHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={isOpen} title="怎样查看和打开磁盘加密" width={560} onCancel={onClose} footer={<Act text="知道了" type="primary" onClick={onClose} />}>
      <ol className={styles.steps}>
        <li>用 Windows 的管理员账号登录，打开“设置 → 隐私和安全性 → 设备加密”（Windows 10：“设置 → 更新和安全 → 设备加密”）。</li>
        <li>没有“设备加密”的，在“控制面板 → BitLocker 驱动器加密”中，对程序数据所在的磁盘点“启用 BitLocker”；已暂停的，点“恢复保护”。</li>
        <li>把恢复密钥打印出来，与电脑分开保管：更换主板或忘记密码时要用它，没有它数据无法取回。</li>
        <li>Windows 家庭版可能两项都没有，请把电脑锁在办公室，并经常另存加密的备份。</li>
      </ol>
    </Dialog>
  )
}
