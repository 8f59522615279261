/** What is shown, and whether the user has done anything since. */
export interface PageToasts {
  /** A toast is shown, or shown again: the user has not seen it yet. */
  readonly opened: (key: string) => void
  /** A toast has gone by itself. */
  readonly closed: (key: string) => void
  /** Where it is another page: closes what the user has seen; not what says how the work ended that led there. */
  readonly pageShown: (page: string | null) => void
  /** Notices clicks and keys; the returned function stops. */
  readonly listen: (target: Pick<Window, 'addEventListener' | 'removeEventListener'>) => () => void
}

/**
 * Toasts that go with their page.
 *
 * A form that was saved says 提交成功 and leads back to its list: that toast stays. Once the user has clicked or typed after
 * a toast, it is old news, and the next change of the page takes it away.
 */
export function createPageToasts(close: (key: string) => void): PageToasts {
  const fresh = new Set<string>()
  const old = new Set<string>()
  let shownPage: string | null = null
  const acted = () => {
    for (const key of fresh) old.add(key)
    fresh.clear()
  }
  return {
    opened: (key) => {
      old.delete(key)
      fresh.add(key)
    },
    closed: (key) => {
      old.delete(key)
      fresh.delete(key)
    },
    pageShown: (page) => {
      if (page === shownPage) return
      shownPage = page
      for (const key of old) close(key)
      old.clear()
    },
    listen: (target) => {
      for (const type of ['pointerdown', 'keydown'] as const) target.addEventListener(type, acted, { capture: true })
      return () => {
        for (const type of ['pointerdown', 'keydown'] as const) target.removeEventListener(type, acted, { capture: true })
      }
    },
  }
}
