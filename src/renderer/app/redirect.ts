const OWN = 'http://own.invalid'

/**
 * Where to go after the login: a path of this program, else `/`.
 *
 * Returns `/` for `https://evil`, `//evil`, `javascript:` and anything else that could lead outside (`bad-input.md`, Screens),
 * and for the login and registration pages.
 */
export function safeRedirect(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || hasOddCharacter(asked)) return '/'
  const url = URL.parse(asked, OWN)
  if (url === null || url.origin !== OWN || url.pathname.startsWith('//')) return '/'
  return url.pathname === '/login' || url.pathname === '/register' ? '/' : url.pathname + url.search
}

/** The login address that returns to `path` afterwards; given a login address, keeps its redirect target. */
export function loginPath(path: string): string {
  const [pathname, ...search] = path.split('?')
  const back = pathname === '/login' || pathname === '/register' ? safeRedirect(new URLSearchParams(search.join('?')).get('redirect')) : path
  return `/login?redirect=${encodeURIComponent(back)}`
}

/** Whether the text has backslashes or control characters, which some parsers read as slashes or drop. */
function hasOddCharacter(text: string): boolean {
  return Array.from(text).some((character) => character === '\\' || character < ' ' || character === '\u007F')
}

/** History state of a page reached through the login: users who may not see it are redirected home. */
export const AFTER_LOGIN = 'after-login'
