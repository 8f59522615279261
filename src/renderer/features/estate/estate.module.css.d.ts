// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly form: string
  readonly propertyCount: string
}
export default styles
