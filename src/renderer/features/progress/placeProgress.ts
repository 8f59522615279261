import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { pathDepth } from '#shared/place/place.ts'
import type { PlaceProgress } from '#shared/features/voting/contract.ts'

/** The path of the whole estate: the tree's root, and no unit's path. */
const ESTATE_PATH = ''

/** Minimum depth of a branch with a grid: a building (`console.md` section 9). */
const MIN_GRID_DEPTH = 2

/** A branch of the estate with the numbers of its properties and of those that have voted. */
export interface ProgressNode {
  readonly path: string
  readonly label: string
  readonly total: number
  readonly voted: number
  readonly children: readonly ProgressNode[]
}

interface GrowingNode extends ProgressNode {
  total: number
  voted: number
  readonly children: GrowingNode[]
}

/** The tree of estate, period, zone, building and unit; empty levels are hidden but kept in the path. */
export function progressTree(estateName: string, units: readonly PlaceProgress[]): ProgressNode {
  const root: GrowingNode = { path: ESTATE_PATH, label: estateName, total: 0, voted: 0, children: [] }
  const byPath = new Map<string, GrowingNode>()
  for (const { path: unitPath, total, voted } of units) {
    let parent = root
    root.total += total
    root.voted += voted
    const segments: string[] = []
    for (const label of unitPath.split(PATH_SEPARATOR)) {
      segments.push(label)
      if (label === '') continue
      const path = segments.join(PATH_SEPARATOR)
      let node = byPath.get(path)
      if (!node) {
        node = { path, label, total: 0, voted: 0, children: [] }
        byPath.set(path, node)
        parent.children.push(node)
      }
      node.total += total
      node.voted += voted
      parent = node
    }
  }
  return root
}

/** Whether a branch has a room grid: a building or a unit. */
export function hasGrid(path: string): boolean {
  return path !== ESTATE_PATH && pathDepth(path) >= MIN_GRID_DEPTH
}

/** The first building in reading order; null if none. */
export function firstBuilding(node: ProgressNode): string | null {
  if (hasGrid(node.path)) return node.path
  for (const child of node.children) {
    const found = firstBuilding(child)
    if (found !== null) return found
  }
  return null
}

/** The branches above buildings, initially expanded. */
export function pathsAboveBuildings(node: ProgressNode): string[] {
  return hasGrid(node.path) ? [] : [node.path, ...node.children.flatMap(pathsAboveBuildings)]
}

/** The branch at a path, including the root; undefined if there is none. */
export function nodeAt(root: ProgressNode, path: string): ProgressNode | undefined {
  if (root.path === path) return root
  for (const child of root.children) {
    const found = nodeAt(child, path)
    if (found) return found
  }
  return undefined
}
