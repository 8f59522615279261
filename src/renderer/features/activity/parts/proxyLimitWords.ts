/** How many ballots an agent may hold, in words. */
export function proxyLimitWords(limit: number | null): string {
  if (limit === null) return '不限'
  return limit === 0 ? '不接受委托' : `${limit} 票`
}
