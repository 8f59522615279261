/** What a text is called and how long it may be: one row serves the contract, the sheets and the forms. */
export interface TextLimit {
  readonly label: string
  /** Longest accepted, in UTF-16 units. */
  readonly max: number
  /** What is said when it is empty, where it must not be. */
  readonly missing?: string
}

/** What is said of a text that is too long. */
export function tooLong({ label, max }: Pick<TextLimit, 'label' | 'max'>): string {
  return `${label}不能超过${max}个字符`
}
