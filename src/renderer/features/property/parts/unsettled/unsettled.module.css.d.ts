// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly house: string
  readonly odd: string
  readonly place: string
  readonly places: string
}
export default styles
