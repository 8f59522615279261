const OWN = 'http://own.invalid'

/**
 * Where to go after the login: a path of this program, else `/`.
 *
 * `https://evil`, `//evil`, `javascript:` and anything else that could lead out are answered with `/`
 * (`bad-input.md`, Screens); so are the login and the registration themselves.
 */
export function safeRedirect(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || hasOddCharacter(asked)) return '/'
  const url = URL.parse(asked, OWN)
  if (url === null || url.origin !== OWN || url.pathname.startsWith('//')) return '/'
  return url.pathname === '/login' || url.pathname === '/register' ? '/' : url.pathname + url.search
}

/** The login's address that leads back to `path` afterwards; from the login itself it leads where that one would have led. */
export function loginPath(path: string): string {
  const [pathname, ...search] = path.split('?')
  const back = pathname === '/login' || pathname === '/register' ? safeRedirect(new URLSearchParams(search.join('?')).get('redirect')) : path
  return `/login?redirect=${encodeURIComponent(back)}`
}

/** Backslashes and control characters, which some parsers read as slashes or drop. */
function hasOddCharacter(text: string): boolean {
  return Array.from(text).some((character) => character === '\\' || character < ' ' || character === '\u007F')
}

/** What the history keeps with the address that a login led to: who may not see that page is led home. */
export const AFTER_LOGIN = 'after-login'
