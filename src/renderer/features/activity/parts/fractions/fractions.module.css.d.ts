// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly area: string
  readonly fractions: string
  readonly heads: string
  readonly missed: string
  readonly name: string
  readonly reached: string
  readonly spoken: string
}
export default styles
