import { Card, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'

interface PageFrameProps {
  readonly title: string
  /** Beside the title: what the page is about. */
  readonly about?: ReactNode
  /** Beside the title at the right; the main action last. */
  readonly actions?: ReactNode
  /** The row of filters under the title. */
  readonly filters?: ReactNode
  /** True: the page is as high as the window, and what is on it scrolls by itself. */
  readonly isFilling?: boolean
  /** The page itself, in a white card. */
  readonly children: ReactNode
}

/** What every page looks like: title row, filter row, card. */
export function PageFrame({ title, about, actions, filters, isFilling = false, children }: PageFrameProps) {
  return (
    <section className={`page${isFilling ? ' page-filling' : ''}`} aria-label={title}>
      <Flex className="page-title" align="center" justify="space-between" gap="middle" wrap>
        <Typography.Title level={1}>{title}</Typography.Title>
        {about ? <div className="page-about">{about}</div> : null}
        <Flex className="page-actions" align="center" justify="end" gap="small" wrap>
          {actions}
        </Flex>
      </Flex>
      <Card className="page-card" variant="borderless">
        {filters ? <div className="page-filters">{filters}</div> : null}
        {children}
      </Card>
    </section>
  )
}
