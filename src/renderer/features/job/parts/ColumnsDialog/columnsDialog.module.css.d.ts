// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly columns: string
  readonly note: string
}
export default styles
