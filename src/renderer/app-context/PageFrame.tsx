import { Card, Flex, Skeleton, Typography } from 'antd'
import { createContext, useContext, type ReactNode } from 'react'
import { usePageTitle } from './tab.ts'
import { FailureState } from '../ui/FailureState.tsx'

/** What several pages have in common that are the tabs of one: it stands where a page by itself has its title. */
interface SharedHead {
  /** What they all are about. */
  readonly line: ReactNode
  /** The way from one to another. */
  readonly tabs: ReactNode
}

/** The head of the pages inside; null where each stands by itself. */
export const SharedHeadContext = createContext<SharedHead | null>(null)

interface PageFrameProps {
  /** Where it is another one than the page's own. */
  readonly title?: string
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
