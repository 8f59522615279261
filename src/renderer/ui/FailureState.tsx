import { Button, Result, Skeleton } from 'antd'

/** A part of the screen that failed to load: the message, and 重试. */
export function FailureState({ sentence, onRetry }: { readonly sentence: string; readonly onRetry: () => void }) {
  return (
    <Result
      className="failure-state"
      status="warning"
      title={sentence}
      extra={
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
      }
    />
  )
}

interface AwaitedProps {
  readonly of: { readonly error: { readonly message: string } | null; readonly refetch: () => unknown }
  /** How many lines it will be, about. */
  readonly rows?: number
  /** True: it will have no heading. */
  readonly isShort?: boolean
}

/** What stands where an answer will be: why it could not be fetched, else that it is on its way. */
export function Awaited({ of: { error, refetch }, rows = 8, isShort = false }: AwaitedProps) {
  if (error) return <FailureState sentence={error.message} onRetry={() => void refetch()} />
  return <Skeleton active title={!isShort} paragraph={{ rows }} />
}
