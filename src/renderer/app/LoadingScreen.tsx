import { Spin } from 'antd'

/** Loading state of a page; invisible for short waits. */
export function LoadingScreen() {
  return (
    <div className="waiting">
      <Spin delay={300} size="large" aria-label="正在加载" />
    </div>
  )
}
