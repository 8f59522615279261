import type { ReactNode } from 'react'
import { Banners } from './frame/Banners.tsx'

/** What stands around the login and the registration. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  return (
    <div className="entrance">
      <Banners canKeepSession />
      <main className="entrance-main">{children}</main>
    </div>
  )
}
