import { Empty } from 'antd'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** What is missing, and what to do next. */
  readonly text: string
  /** The button that does it. */
  readonly action?: ReactNode
}

/** Nothing to show, said in words, with the next step. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <Empty className="empty-state" image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action}
    </Empty>
  )
}
