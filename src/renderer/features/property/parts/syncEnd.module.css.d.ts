// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly actions: string
  readonly outcome: string
}
export default styles
