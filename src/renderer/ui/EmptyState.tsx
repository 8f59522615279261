import { Empty } from 'antd'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** What is missing, and the next step. */
  readonly text: string
  /** A button for the next step. */
  readonly action?: ReactNode
}

/** An empty state with a hint at the next step. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <Empty className="empty-state" image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action}
    </Empty>
  )
}
