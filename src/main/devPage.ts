import { isOwnAddress } from './security.ts'

/**
 * Serves Vite's page during development (`npm run dev`) at the page's own address, so that everything else stays the same.
 *
 * Only a development build of `desktop.ts` imports this; a packaged program cannot reach another server.
 */
export function createDevPageHandler(environment: Readonly<Record<string, string | undefined>>): (request: Request) => Promise<Response> {
  const server = new URL(environment['ELECTRON_RENDERER_URL'] ?? '')
  return async ({ url, headers }) => {
    if (!isOwnAddress(url)) return new Response('404', { status: 404 })
    const { pathname, search } = new URL(url)
    const answer = await fetch(new URL(pathname + search, server), { headers: { accept: headers.get('accept') ?? '*/*' } })
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain', 'content-security-policy': policyFor(server) },
    })
  }
}

/** Vite inlines its script and opens a socket for changes. */
const policyFor = ({ host }: URL): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src ws://${host}`,
  ].join('; ')
