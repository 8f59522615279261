import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Banners } from './frame/Banners.tsx'
import { SmsBands } from './frame/SmsBands.tsx'
import { HelpDrawer } from './HelpDrawer.tsx'
import { publicRoutes } from './routes.ts'
import { useHelp } from './useHelp.ts'

/** What stands around the login and the registration. */
export function PublicLayout({ children }: { readonly children: ReactNode }) {
  const help = useHelp()
  const { pathname } = useLocation()
  return (
    <div className="public-layout">
      <Banners canKeepSession />
      <SmsBands />
      <main className="public-layout-main">{children}</main>
      <HelpDrawer help={help} path={pathname} title={publicRoutes.find(({ path }) => path === pathname)?.title ?? '页面不存在'} />
    </div>
  )
}
