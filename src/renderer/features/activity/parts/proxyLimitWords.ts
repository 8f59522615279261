/** The number of ballots that an agent may hold, as text. */
export function proxyLimitWords(limit: number | null): string {
  if (limit === null) return '不限'
  return limit === 0 ? '不接受委托' : `${limit} 票`
}
