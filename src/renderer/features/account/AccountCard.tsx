import { Card, Typography } from 'antd'
import type { ReactNode } from 'react'
import { ProductMark } from '../../ui/ProductMark.tsx'
import './account.css'

interface AccountCardProps {
  readonly title: string
  readonly children: ReactNode
}

/** The card of the login and the registration. */
export function AccountCard({ title, children }: AccountCardProps) {
  return (
    <Card className="account-card" variant="borderless">
      <div className="account-product">
        <ProductMark size={40} />
        <div>
          <div className="account-product-name">社区投票平台</div>
          <div className="account-product-purpose">业主大会表决：房产登记、投票、唱票、统计</div>
        </div>
      </div>
      <Typography.Title level={1} className="account-title">
        {title}
      </Typography.Title>
      {children}
    </Card>
  )
}
