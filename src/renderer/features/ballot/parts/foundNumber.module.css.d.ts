// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly foundNumber: string
}
export default styles
