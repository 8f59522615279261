// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly back: string
  readonly card: string
  readonly cardNote: string
  readonly columns: string
  readonly frozen: string
  readonly hint: string
  readonly mergeAll: string
  readonly mergeRefusal: string
  readonly mergeSide: string
  readonly mergeSides: string
  readonly pickers: string
  readonly suggestionNumbers: string
  readonly suggestionPlace: string
  readonly suggestions: string
  readonly unmergedOwners: string
}
export default styles
