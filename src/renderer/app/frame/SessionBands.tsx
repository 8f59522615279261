import { Alert, Button } from 'antd'

/** What stands over the page after the session has ended and the user stayed. */
export function SignedOutBand({ onLogIn }: { readonly onLogIn: () => void }) {
  return (
    <div className="banners">
      <Alert
        banner
        role="alert"
        type="error"
        title="已登出，不能保存。页面上是登出前的内容"
        action={
          <Button size="small" type="primary" onClick={onLogIn}>
            重新登录
          </Button>
        }
      />
    </div>
  )
}

/** Says that somebody has changed the account's role, until it is closed. */
export function RoleChangeBand({ sentence, dismiss }: { readonly sentence: string | null; readonly dismiss: () => void }) {
  if (sentence === null) return null
  return (
    <div className="banners">
      <Alert banner role="status" closable={{ onClose: dismiss }} type="warning" title={sentence} />
    </div>
  )
}
