// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly sentence: string
  readonly warning: string
}
export default styles
