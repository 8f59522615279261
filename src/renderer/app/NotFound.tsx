import { Result } from 'antd'
import { Link } from 'react-router-dom'

/** The 404 page (`console.md` section 8). */
export function NotFound() {
  return (
    <Result
      className="not-found"
      status="404"
      title="管理员说您不能进入此页面…"
      subTitle="这个页面不存在，或者您没有权限。请返回首页，从左边的菜单进入。"
      extra={
        <Link className="not-found-link" to="/">
          返回首页
        </Link>
      }
    />
  )
}
