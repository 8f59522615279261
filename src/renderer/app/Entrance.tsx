import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Banners } from './frame/Banners.tsx'
import { HelpDrawer } from './HelpDrawer.tsx'
import { entranceRoutes } from './routes.ts'
import { useHelp } from './useHelp.ts'

/** What stands around the login and the registration. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  const help = useHelp()
  const { pathname } = useLocation()
  return (
    <div className="entrance">
      <Banners canKeepSession />
      <main className="entrance-main">{children}</main>
      <HelpDrawer help={help} path={pathname} title={entranceRoutes.find(({ path }) => path === pathname)?.title ?? '页面不存在'} />
    </div>
  )
}
