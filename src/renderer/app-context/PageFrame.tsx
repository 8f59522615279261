import { Card, Flex, Skeleton, Typography } from 'antd'
import { createContext, useContext, type ReactNode } from 'react'
import { usePageTitle } from './tab.ts'
import { FailureState } from '../ui/FailureState.tsx'

/** The shared head of pages that are tabs of one page; shown in place of a page's own title. */
interface SharedHead {
  /** The common subject. */
  readonly line: ReactNode
  /** The tab navigation. */
  readonly tabs: ReactNode
}

/** The head of the enclosed pages; null if each has its own. */
export const SharedHeadContext = createContext<SharedHead | null>(null)

interface PageFrameProps {
  /** Where it is another one than the page's own. */
  readonly title?: string
  /** Beside the title: the page's subject. */
  readonly about?: ReactNode
  /** At the right of the title row; the primary action last. */
  readonly actions?: ReactNode
  /** The filter row below the title. */
  readonly filters?: ReactNode
  /** True: the page fills the window's height, and its contents scroll. */
  readonly isFilling?: boolean
  /** The page's contents, in a white card. */
  readonly children: ReactNode
}

/** The common page layout: title row, filter row, card. */
export function PageFrame({ title: given, about, actions, filters, isFilling = false, children }: PageFrameProps) {
  const own = usePageTitle()
  const title = given ?? own
  const shared = useContext(SharedHeadContext)
  return (
    <section className={`page${isFilling ? ' page-filling' : ''}`} aria-label={title}>
      <Flex className="page-title" align="center" justify="space-between" gap="middle" wrap>
        <Typography.Title level={1} className={shared === null ? '' : 'heard-only'}>
          {title}
        </Typography.Title>
        {shared?.line}
        {about ? <div className="page-about">{about}</div> : null}
        <Flex className="page-actions" align="center" justify="end" gap="small" wrap>
          {actions}
        </Flex>
      </Flex>
      {shared?.tabs}
      <Card className="page-card" variant="borderless">
        {filters ? <div className="lead">{filters}</div> : null}
        {children}
      </Card>
    </section>
  )
}

interface AwaitedPageProps {
  /** Why it is not there; null: it is on its way. */
  readonly failure: string | null
  readonly onRetry: () => void
}

/** A page whose content is not there yet. */
export function AwaitedPage({ failure, onRetry }: AwaitedPageProps) {
  return <PageFrame>{failure === null ? <Skeleton active paragraph={{ rows: 10 }} /> : <FailureState sentence={failure} onRetry={onRetry} />}</PageFrame>
}
