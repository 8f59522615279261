// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly estatePicker: string
}
export default styles
