import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Remounts the children; absent: reloads the whole page. */
  readonly onReload?: () => void
}

/** Keeps an error in one screen from taking down the rest. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    const reload = () => {
      if (this.props.onReload) this.props.onReload()
      else window.location.reload()
    }
    return (
      <Result
        status="error"
        title={this.props.onReload ? '这个页面出错了' : '程序界面出错了'}
        subTitle={`${this.props.onReload ? '其他页面不受影响。' : ''}请重新加载；再次出错时请重新启动程序。`}
        extra={
          <Button type="primary" onClick={reload}>
            重新加载
          </Button>
        }
      />
    )
  }
}
