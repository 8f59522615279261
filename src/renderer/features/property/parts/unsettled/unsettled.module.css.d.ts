// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly odd: string
  readonly place: string
  readonly places: string
  readonly property: string
}
export default styles
