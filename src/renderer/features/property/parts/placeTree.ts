import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { searchKey } from '#shared/text/normalise.ts'

/** All nodes of the tree, parents before children. */
export function nodesOf(tree: readonly PlaceNode[]): PlaceNode[] {
  return tree.flatMap((node) => [node, ...nodesOf(node.children)])
}

/**
 * The fewest paths that cover what is checked: a fully checked branch stands for everything below it.
 *
 * @param checked the checked nodes' paths; a full branch includes all its nodes (as antd's Tree reports them)
 */
export function topPaths(tree: readonly PlaceNode[], checked: ReadonlySet<string>): string[] {
  return tree.flatMap((node) => (checked.has(node.path) ? [node.path] : topPaths(node.children, checked)))
}

/** The paths that exist in the tree, e.g. without units deleted since. */
export function knownPaths(tree: readonly PlaceNode[], paths: readonly string[]): string[] {
  const known = new Set(nodesOf(tree).map(({ path }) => path))
  return paths.filter((path) => known.has(path))
}

/** The number of properties in a tree, or in the given branches; 0 for a tree without counts. */
export function propertyCount(tree: readonly PlaceNode[], paths?: readonly string[]): number {
  if (!paths) return tree.reduce((sum, node) => sum + (node.propertyCount ?? 0), 0)
  const named = new Set(paths)
  const inBranch = (node: PlaceNode): number =>
    named.has(node.path) ? (node.propertyCount ?? 0) : node.children.reduce((sum, child) => sum + inBranch(child), 0)
  return tree.reduce((sum, node) => sum + inBranch(node), 0)
}

/** The nodes whose label contains the term, with their ancestors; empty for an empty term. */
export function matchingPaths(tree: readonly PlaceNode[], term: string): ReadonlySet<string> {
  const wanted = searchKey(term)
  const found = new Set<string>()
  if (wanted === '') return found
  const visit = (node: PlaceNode): boolean => {
    const below = node.children.map(visit).some(Boolean)
    const isFound = below || searchKey(node.label).includes(wanted)
    if (isFound) found.add(node.path)
    return isFound
  }
  tree.forEach(visit)
  return found
}
