// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly counts: string
  readonly final: string
  readonly heading: string
  readonly note: string
  readonly registry: string
  readonly sides: string
  readonly years: string
}
export default styles
