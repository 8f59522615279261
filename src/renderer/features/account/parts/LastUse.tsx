import { Alert } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import { useCurrentUser } from '../../../app-context/currentUser.ts'
import styles from './lastUse.module.css'

/** The account's last use before this login: time, computer, and number of failed attempts since. */
export function LastUse() {
  const { lastLogin } = useCurrentUser()
  if (lastLogin?.at == null) return null
  const { at, address, failureCount } = lastLogin
  const sentence = `上次登录：${formatTime(at).slice(0, 16)}，来自${placeOf(address)}`
  if (failureCount === 0) return <p className={styles.sentence}>{sentence}</p>
  return (
    <Alert
      className={styles.warning}
      type="warning"
      showIcon
      title={`${sentence}。此后有 ${failureCount} 次密码错误的登录`}
      description="如果不是您本人输错，请修改密码，并告诉系统管理员。"
    />
  )
}

/** Loopback addresses mean the computer with the data. */
const placeOf = (address: string): string => (/^(::ffff:)?127\.|^::1$|^$/.test(address) ? '这台电脑' : ` ${address.replace(/^::ffff:/, '')}`)
