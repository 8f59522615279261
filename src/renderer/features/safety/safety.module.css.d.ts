// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly row: string
  readonly rows: string
  readonly steps: string
  readonly sum: string
}
export default styles
