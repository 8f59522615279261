// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly numbers: string
  readonly owner: string
}
export default styles
