import { Spin } from 'antd'

/** A page whose code or first answer is on its way; invisible while that takes only a moment. */
export function LoadingScreen() {
  return (
    <div className="waiting">
      <Spin delay={300} size="large" aria-label="正在加载" />
    </div>
  )
}
