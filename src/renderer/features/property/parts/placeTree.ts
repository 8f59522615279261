import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { searchKey } from '#shared/text/normalise.ts'

/** Every node of the tree, a parent before its children. */
export function nodesOf(tree: readonly PlaceNode[]): PlaceNode[] {
  return tree.flatMap((node) => [node, ...nodesOf(node.children)])
}

/**
 * The fewest paths that name what is checked: a branch that is checked as a whole stands for everything below it.
 *
 * @param checked the checked nodes' paths, a whole branch's with those of all its nodes (antd's Tree gives them so)
 */
export function topPaths(tree: readonly PlaceNode[], checked: ReadonlySet<string>): string[] {
  return tree.flatMap((node) => (checked.has(node.path) ? [node.path] : topPaths(node.children, checked)))
}

/** Those of the paths that the tree has; a unit that was deleted since is not among them. */
export function knownPaths(tree: readonly PlaceNode[], paths: readonly string[]): string[] {
  const known = new Set(nodesOf(tree).map(({ path }) => path))
  return paths.filter((path) => known.has(path))
}

/** How many properties are in a tree, or in those of its branches that are named; a tree without counts has none. */
export function propertyCount(tree: readonly PlaceNode[], paths?: readonly string[]): number {
  if (!paths) return tree.reduce((sum, node) => sum + (node.propertyCount ?? 0), 0)
  const named = new Set(paths)
  const inBranch = (node: PlaceNode): number =>
    named.has(node.path) ? (node.propertyCount ?? 0) : node.children.reduce((sum, child) => sum + inBranch(child), 0)
  return tree.reduce((sum, node) => sum + inBranch(node), 0)
}

/** The nodes whose own label holds the term, with all above them, so that they can be shown; none for an empty term. */
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
