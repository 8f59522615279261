import { Card, Typography } from 'antd'
import type { ReactNode } from 'react'
import { ProductMark } from '../../ui/ProductMark.tsx'
import styles from './account.module.css'

interface AccountCardProps {
  readonly title: string
  readonly children: ReactNode
  /** Below the card's contents: further links. */
  readonly footer?: ReactNode
}

/** The card of the login and the registration. */
export function AccountCard({ title, children, footer }: AccountCardProps) {
  return (
    <Card className={styles.card} variant="borderless">
      <div className={styles.product}>
        <ProductMark size={40} />
        <div>
          <div className={styles.productName}>社区投票平台</div>
          <div className="quiet">业主大会表决：房产登记、投票、唱票、统计</div>
        </div>
      </div>
      <Typography.Title level={1} className={styles.title}>
        {title}
      </Typography.Title>
      {children}
      {footer === undefined ? null : <p className={styles.other}>{footer}</p>}
    </Card>
  )
}
