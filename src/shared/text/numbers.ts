const counts = new Intl.NumberFormat('zh-CN')
const areas = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `1,234` */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** Integer 0.01 m² as `4,210.55`, without the unit. */
export function formatArea(hundredths: number): string {
  return areas.format(hundredths / 100)
}
