const suffix = '.standin.invalid'

/**
 * Addresses of custom schemes, as seen by the browser and by the app.
 *
 * Chromium does not know our schemes, so `app://bundle/login` is opened as `https://bundle.app.standin.invalid/login`, a
 * nonexistent host whose requests are answered by the app's handler.
 */
export const handledPattern = `https://*${suffix}/*`

/** `app://bundle/login` → `https://bundle.app.standin.invalid/login`; other addresses stay unchanged. */
export function toBrowser(address: string, isHandled: (scheme: string) => boolean): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address)
  const [, scheme = '', host = '', rest = ''] = match ?? []
  if (match === null || !isHandled(scheme.toLowerCase())) return address
  return `https://${host === '' ? 'host' : host}.${scheme.toLowerCase()}${suffix}${rest.startsWith('/') ? '' : '/'}${rest}`
}

/** The reverse of {@link toBrowser}. */
export function toApp(address: string): string {
  return address.replace(/^https:\/\/([^/]*)\.([a-z0-9+-]+)\.standin\.invalid(?=[/?#]|$)/i, '$2://$1')
}

/** Whether the app's handler serves this browser address. */
export const isOurs = (address: string): boolean => toApp(address) !== address

/** The scheme of an app address: `app`. */
export const schemeOf = (address: string): string => address.slice(0, address.indexOf(':')).toLowerCase()

/** The origin of an app address: `app://bundle`, for which the standard URL class returns `null`. */
export function originOf(address: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)
  return match === null || schemeOf(address) === 'file' ? 'null' : match[0]
}

/** Translates `app:` and `app://bundle` in a Content-Security-Policy for the browser; keywords such as 'self' stay unchanged. */
export function policyToBrowser(policy: string, isHandled: (scheme: string) => boolean): string {
  return policy.replaceAll(/(?<=[\s;]|^)([a-z][a-z0-9+.-]*):(\/\/[^\s;,]*)?(?=[\s;,]|$)/gi, (source, scheme: string, rest?: string) => {
    if (!isHandled(scheme.toLowerCase())) return source
    return rest === undefined ? `https://*.${scheme.toLowerCase()}${suffix}` : toBrowser(source, isHandled).replace(/\/$/, '')
  })
}
