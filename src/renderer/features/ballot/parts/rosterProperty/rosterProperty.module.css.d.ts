// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly note: string
  readonly place: string
}
export default styles
