import { Result } from 'antd'
import { Link } from 'react-router-dom'

/** The 404 page (`console.md` section 8). */
export function NotFound() {
  return (
    <Result
      className="not-found"
      status="404"
      title="管理员说您不能进入此页面…"
      subTitle="网址可能有误，或者这个页面已经不在了。请检查后重试，或者返回首页。"
      extra={
        <Link className="not-found-link" to="/">
          返回首页
        </Link>
      }
    />
  )
}
