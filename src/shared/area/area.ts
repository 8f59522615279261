const areaText = /^\d{1,9}(\.\d{1,2})?$/

/**
 * Converts square metres as text to integer 0.01 m²; null unless it is a positive area with at most two decimals.
 *
 * Exact: without binary floats (`wire.md` section 1).
 */
export function areaHundredths(squareMetres: string | number): number | null {
  const written = String(squareMetres).trim()
  if (!areaText.test(written)) return null
  const [whole = '0', fraction = ''] = written.split('.')
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return hundredths > 0 ? hundredths : null
}

/** Integer 0.01 m² as square metres for the wire: the nearest double, which prints exactly. */
export function squareMetres(hundredths: number): number {
  return hundredths / 100
}

/** 99999.99 m² (`workbooks.md` section 1). */
export const MAX_AREA_HUNDREDTHS = 9_999_999

/** The error message for an entered area, or null; `hundredths` is null if it is invalid (see areaHundredths()). */
export function areaFault(label: string, hundredths: number | null): string | null {
  if (hundredths === null || hundredths <= 0) return `${label}必须是大于0的数字，最多两位小数`
  return hundredths > MAX_AREA_HUNDREDTHS ? `${label}不能大于${squareMetres(MAX_AREA_HUNDREDTHS)}` : null
}
