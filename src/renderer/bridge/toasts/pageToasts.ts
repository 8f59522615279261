/** Tracks the shown toasts and whether the user has acted since. */
export interface PageToasts {
  /** A toast was shown, or shown again: the user has not seen it yet. */
  readonly opened: (key: string) => void
  /** A toast has closed by itself. */
  readonly closed: (key: string) => void
  /** On a page change: closes toasts already seen, but not the outcome of the action that led there. */
  readonly pageShown: (page: string | null) => void
  /** Listens for clicks and keys; returns a function to stop. */
  readonly listen: (target: Pick<Window, 'addEventListener' | 'removeEventListener'>) => () => void
}

/**
 * Closes toasts along with their page.
 *
 * A saved form shows 提交成功 and returns to its list: that toast stays. Once the user has clicked or typed after a toast appeared,
 * it counts as seen, and the next page change closes it.
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
