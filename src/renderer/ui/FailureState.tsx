import { Button, Result } from 'antd'

/** A part of the screen that could not be fetched: the sentence, and 重试. */
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
