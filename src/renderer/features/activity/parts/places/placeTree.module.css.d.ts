// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly none: string
  readonly search: string
  readonly tools: string
  readonly tree: string
}
export default styles
