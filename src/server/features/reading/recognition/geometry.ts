export interface Point {
  readonly x: number
  readonly y: number
}

/** A projective map of the plane, row by row; its last element is 1. */
export type Homography = readonly number[]

/** A point, its observed position, and its weight. */
export interface Pair {
  readonly from: Point
  readonly to: Point
  readonly weight: number
}

export function mapped(h: Homography, x: number, y: number): Point {
  // no destructuring: this runs for every dot
  const w = (h[6] ?? 0) * x + (h[7] ?? 0) * y + (h[8] ?? 1)
  return { x: ((h[0] ?? 0) * x + (h[1] ?? 0) * y + (h[2] ?? 0)) / w, y: ((h[3] ?? 0) * x + (h[4] ?? 0) * y + (h[5] ?? 0)) / w }
}

/** Pixels per millimetre around a point of the page. */
export function scaleAt(h: Homography, x: number, y: number): number {
  const [o, right, below] = [mapped(h, x, y), mapped(h, x + 1, y), mapped(h, x, y + 1)]
  return Math.sqrt(Math.abs((right.x - o.x) * (below.y - o.y) - (right.y - o.y) * (below.x - o.x)))
}

/** Solves equations, each with its right side last, by Gauss-Jordan elimination; null if they are singular. */
function solved(equations: number[][]): number[] | null {
  const size = equations.length
  const at = (row: number, column: number): number => equations[row]?.[column] ?? 0
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let row = column + 1; row < size; row += 1) if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row
    const [chosen, other] = [equations[pivot], equations[column]]
    if (!chosen || !other || Math.abs(chosen[column] ?? 0) < 1e-12) return null
    equations[column] = chosen
    equations[pivot] = other === chosen ? chosen : other
    for (const [row, equation] of equations.entries()) {
      const factor = row === column ? 0 : (equation[column] ?? 0) / (chosen[column] ?? 1)
      if (factor === 0) continue
      for (let k = column; k <= size; k += 1) equation[k] = (equation[k] ?? 0) - factor * (chosen[k] ?? 0)
    }
  }
  return equations.map((equation, index) => (equation[size] ?? 0) / (equation[index] ?? 1))
}

/** Adds a weighted equation to the normal equations; its right side is last. */
function addSquare(normal: number[][], equation: readonly number[], weight: number): void {
  for (const [row, line] of normal.entries())
    for (let column = 0; column < equation.length; column += 1) line[column] = (line[column] ?? 0) + weight * (equation[row] ?? 0) * (equation[column] ?? 0)
}

const noEquations = (size: number): number[][] => Array.from({ length: size }, () => Array.from({ length: size + 1 }, () => 0))

/** The least-squares affine map of pairs; null for fewer than three, or collinear ones. */
export function affineOf(pairs: readonly Pair[]): Homography | null {
  const coordinates = (of: (point: Point) => number): number[] | null => {
    const normal = noEquations(3)
    for (const { from, to, weight } of pairs) addSquare(normal, [from.x, from.y, 1, of(to)], weight)
    return solved(normal)
  }
  const [x, y] = [coordinates((point) => point.x), coordinates((point) => point.y)]
  return x && y ? [...x, ...y, 0, 0, 1] : null
}

/** Translates points to their centroid and scales them to a mean distance of √2, to condition the equations well. */
function normaliser(points: readonly Point[]) {
  const mean = (of: (point: Point) => number): number => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  return { x, y, scale: Math.SQRT2 / (mean((point) => Math.hypot(point.x - x, point.y - y)) || 1) }
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [Math.floor(index / 3) * 3, index % 3]
    return (a[row] ?? 0) * (b[column] ?? 0) + (a[row + 1] ?? 0) * (b[column + 3] ?? 0) + (a[row + 2] ?? 0) * (b[column + 6] ?? 0)
  })
}

/** The projective map of four pairs; null if three of them are collinear. */
export function homographyOf(pairs: readonly Pair[]): Homography | null {
  const [from, to] = [normaliser(pairs.map((pair) => pair.from)), normaliser(pairs.map((pair) => pair.to))]
  const normal = noEquations(8)
  for (const pair of pairs) {
    const [x, y] = [(pair.from.x - from.x) * from.scale, (pair.from.y - from.y) * from.scale]
    const [u, v] = [(pair.to.x - to.x) * to.scale, (pair.to.y - to.y) * to.scale]
    addSquare(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y, u], pair.weight)
    addSquare(normal, [0, 0, 0, x, y, 1, -v * x, -v * y, v], pair.weight)
  }
  const found = solved(normal)
  if (!found) return null
  const normalised = product([...found, 1], [from.scale, 0, -from.scale * from.x, 0, from.scale, -from.scale * from.y, 0, 0, 1])
  const whole = product([1 / to.scale, 0, to.x, 0, 1 / to.scale, to.y, 0, 0, 1], normalised)
  const last = whole[8] ?? 1
  return whole.map((element) => element / last)
}
