import canonicalize from 'canonicalize'

/** A lone surrogate as JSON writes it: RFC 8785 has no form for it, and no database keeps it. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** Plain data as its canonical JSON (RFC 8785): fields that are undefined are left out, a lone surrogate becomes U+FFFD. */
export function canonical(value: unknown): string {
  const written = JSON.stringify(value) ?? 'null'
  const sound: unknown = LONE_SURROGATE.test(written) ? JSON.parse(written, (_name, each) => (typeof each === 'string' ? each.toWellFormed() : each)) : value
  return canonicalize(sound) ?? 'null'
}
