import { SaveOutlined } from '@ant-design/icons'
import { Alert, Card, Flex } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { BackupStatus } from '#shared/features/system/backupStatus.ts'
import { Act } from '../../app-context/Act.tsx'
import { useComputer } from '../../bridge/computer.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatBytes } from '../../ui/byteCount.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useBackUp } from '../backup/parts/useBackUp.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import styles from './dashboard.module.css'

/** Polling interval (ms). */
const INTERVAL = 5 * 60_000

export function useBackupStatus(): BackupStatus | undefined {
  const refetchInterval = useLiveInterval(INTERVAL)
  // The page's other parts report a failed request.
  return useEndpoint('system.backupStatus', {}, { refetchInterval }).data
}

/** Whether the user can back up the data: an administrator, with the embedded server. */
export function useCanBackUp(): boolean {
  const { roles } = useCurrentUser()
  const { connection } = useComputer()
  return roles.includes('admin') && connection.kind === 'embedded'
}

/** A problem with the daily backups and its remedy; nothing if there is none. */
export function BackupProblem() {
  const status = useBackupStatus()
  const isAdmin = useCurrentUser().roles.includes('admin')
  const canBackUp = useCanBackUp()
  const backUp = useBackUp()
  if (!status || status.problem === '') return null
  return (
    <Alert
      className={styles.backupProblem}
      type="error"
      showIcon
      role="alert"
      title={`${status.problem}${canBackUp ? '，并另存一份备份' : isAdmin ? '' : '，并告诉系统管理员'}`}
      action={canBackUp ? <Act text="备份数据" size="small" type="primary" onClick={backUp} /> : null}
    />
  )
}

/** The time of the newest valid backup; nothing if the data are in PostgreSQL. */
export function BackupCard() {
  const status = useBackupStatus()
  if (status?.isKept !== true) return null
  const { lastAt, lastBytes } = status
  return (
    <Card className={`page-card ${styles.backupCard}`} variant="borderless" role="group" aria-label="数据备份">
      <Flex align="center" gap="middle" wrap>
        <SaveOutlined aria-hidden className={styles.backupCardIcon} />
        <span>
          {lastAt === null
            ? '还没有自动备份，程序启动一分钟后会做第一次'
            : `最近一次备份：${formatTime(lastAt).slice(0, 16)}（${formatBytes(lastBytes)}，已检查可用）`}
        </span>
        <span className={styles.backupCardNote}>每天自动备份一次，保留七份</span>
      </Flex>
    </Card>
  )
}
