/** An option of the cascade, in antd's names. */
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

/** A division that was searched for, with those above it. */
export interface FoundPath {
  readonly path: readonly { readonly code: string; readonly name: string }[]
}

/** Province, city, area, subdistrict, community. */
const DIVISION_LEVELS = 5

/**
 * The cascade's tree out of the levels that have been asked for.
 *
 * @param childrenOf a division's children, or undefined while they are not known; `''` gives the provinces
 * @param isLoading whether a division's children are on their way
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

/** The tree of divisions that were found, in their order; what it holds may be chosen, at every level. */
export function foundTree(found: readonly FoundPath[]): DivisionOption[] {
  const top: DivisionOption[] = []
  for (const { path } of found) {
    let level = top
    for (const { code, name } of path) {
      const known = level.find(({ value }) => value === code)
      // Nothing is loaded below what was found: it is chosen as it is.
      const option: DivisionOption = known ?? { value: code, label: name, isLeaf: true, children: [] }
      if (!known) level.push(option)
      option.children ??= []
      level = option.children
    }
  }
  return top
}
