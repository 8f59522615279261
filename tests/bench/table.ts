/** One measured figure. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: '×' | 'ms' | 'MB' | '/s' | '%'
  /** The target; absent for a figure that only explains another. */
  readonly aim?: { readonly atMost: number } | { readonly atLeast: number }
}

const isMet = ({ value, aim }: Figure): boolean => (aim === undefined ? true : 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast)
const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const aimInWords = ({ aim, unit }: Figure): string => (aim === undefined ? '' : 'atMost' in aim ? `≤ ${aim.atMost} ${unit}` : `≥ ${aim.atLeast} ${unit}`)
/** Width on a terminal: a Chinese character takes two columns. */
const width = (text: string): number => Array.from(text).reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0)
const padded = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)))

export function printTable(title: string, figures: readonly Figure[]): void {
  process.stdout.write(`\n${title}\n`)
  for (const figure of figures) {
    const verdict = figure.aim === undefined ? '' : isMet(figure) ? 'met' : 'NOT MET'
    process.stdout.write(`  ${padded(figure.name, 66)} ${padded(`${rounded(figure.value)} ${figure.unit}`, 12)} ${padded(aimInWords(figure), 12)} ${verdict}\n`)
  }
}

export const countMet = (figures: readonly Figure[]): { met: number; missed: number } => ({
  met: figures.filter((figure) => figure.aim !== undefined && isMet(figure)).length,
  missed: figures.filter((figure) => !isMet(figure)).length,
})

/** The value below which that share of the samples is. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

export async function timed<T>(work: () => Promise<T> | T): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}
