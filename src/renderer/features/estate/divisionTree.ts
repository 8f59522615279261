/** An option of the cascader, in antd's format. */
export interface DivisionOption {
  value: string
  label: string
  isLeaf: boolean
  loading?: boolean
  children?: DivisionOption[]
}

interface KnownDivision {
  readonly code: string
  readonly name: string
  readonly isLeaf: boolean
}

/** A division found by search, with its ancestors. */
export interface FoundPath {
  readonly path: readonly { readonly code: string; readonly name: string }[]
}

/** Province, city, area, subdistrict, community. */
const DIVISION_LEVELS = 5

/**
 * Builds the cascader's tree from the loaded levels.
 *
 * @param childrenOf a division's children, or undefined if not loaded; `''` gives the provinces
 * @param isLoading whether a division's children are being loaded
 */
export function divisionTree(
  childrenOf: (code: string) => readonly KnownDivision[] | undefined,
  isLoading: (code: string) => boolean,
  parent = '',
  level = 1,
): DivisionOption[] {
  return (childrenOf(parent) ?? []).map(({ code, name, isLeaf }) => {
    const isLast = isLeaf || level === DIVISION_LEVELS
    const option: DivisionOption = { value: code, label: name, isLeaf: isLast }
    if (isLast) return option
    if (isLoading(code)) option.loading = true
    if (childrenOf(code)) option.children = divisionTree(childrenOf, isLoading, code, level + 1)
    return option
  })
}

/** The tree of search results, in order; every level can be selected. */
export function foundTree(found: readonly FoundPath[]): DivisionOption[] {
  const top: DivisionOption[] = []
  for (const { path } of found) {
    let level = top
    for (const { code, name } of path) {
      const known = level.find(({ value }) => value === code)
      // Search results are selected as they are; nothing is loaded below them.
      const option: DivisionOption = known ?? { value: code, label: name, isLeaf: true, children: [] }
      if (!known) level.push(option)
      option.children ??= []
      level = option.children
    }
  }
  return top
}
