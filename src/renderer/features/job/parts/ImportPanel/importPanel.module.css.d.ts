// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly cell: string
  readonly column: string
  readonly counts: string
  readonly countsWrong: string
  readonly drop: string
  readonly dropHint: string
  readonly dropIcon: string
  readonly dropTitle: string
  readonly end: string
  readonly facts: string
  readonly filter: string
  readonly heading: string
  readonly host: string
  readonly note: string
  readonly notice: string
  readonly overlay: string
  readonly remarks: string
  readonly steps: string
  readonly value: string
  readonly working: string
}
export default styles
