const suffix = '.standin.invalid'

/**
 * The addresses of custom schemes, as the browser and as the app sees them.
 *
 * A plain Chromium knows no scheme of ours, so `app://bundle/login` is opened as `https://bundle.app.standin.invalid/login`, an
 * address that no network has; what the browser asks from there, the app's handler answers.
 */
export const handledPattern = `https://*${suffix}/*`

/** `app://bundle/login` → `https://bundle.app.standin.invalid/login`; other addresses stay. */
export function toBrowser(address: string, isHandled: (scheme: string) => boolean): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address)
  const [, scheme = '', host = '', rest = ''] = match ?? []
  if (match === null || !isHandled(scheme.toLowerCase())) return address
  return `https://${host === '' ? 'host' : host}.${scheme.toLowerCase()}${suffix}${rest.startsWith('/') ? '' : '/'}${rest}`
}

/** The other way. */
export function toApp(address: string): string {
  return address.replace(/^https:\/\/([^/]*)\.([a-z0-9+-]+)\.standin\.invalid(?=[/?#]|$)/i, '$2://$1')
}

/** Whether the app's handler answers for this address of the browser's. */
export const isOurs = (address: string): boolean => toApp(address) !== address

/** The scheme of an address in the app's view: `app`. */
export const schemeOf = (address: string): string => address.slice(0, address.indexOf(':')).toLowerCase()

/** The origin of an address in the app's view: `app://bundle`, for which the standard URL class would answer `null`. */
export function originOf(address: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)
  return match === null || schemeOf(address) === 'file' ? 'null' : match[0]
}

/** A Content-Security-Policy's `app:` and `app://bundle` in the browser's words; keywords such as 'self' stay as they are. */
export function policyToBrowser(policy: string, isHandled: (scheme: string) => boolean): string {
  return policy.replaceAll(/(?<=[\s;]|^)([a-z][a-z0-9+.-]*):(\/\/[^\s;,]*)?(?=[\s;,]|$)/gi, (source, scheme: string, rest?: string) => {
    if (!isHandled(scheme.toLowerCase())) return source
    return rest === undefined ? `https://*.${scheme.toLowerCase()}${suffix}` : toBrowser(source, isHandled).replace(/\/$/, '')
  })
}
