import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

/**
 * Keeps the layout of a page while React's `Activity` hides it.
 *
 * `Activity` sets `display: none` on the element, which discards its layout: the browser would lay the whole page out again each
 * time its tab comes back. This removes that style before the next paint; the style sheet skips the box of a hidden page by
 * `content-visibility` instead. So a page stands in the first picture after its tab was chosen, before `Activity` has its effects run;
 * what that saves is in `docs/performance.md`. `tests/e2e/navigation.spec.ts` fails when `Activity` hides in another way, and when a
 * page that comes back is not in that picture.
 */
export function KeptLayout({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const [observer] = useState(
    () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof HTMLElement) target.style.removeProperty('display')
      }),
  )
  useLayoutEffect(() => {
    // Never disconnected: a hidden page has no effects, and that is when it is needed. It goes with its element.
    if (page.current) observer.observe(page.current, { attributeFilter: ['style'] })
  }, [observer])
  return (
    <div ref={page} className="tab-page">
      {children}
    </div>
  )
}
