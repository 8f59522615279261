// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly documents: string
  readonly kind: string
  readonly kinds: string
  readonly name: string
  readonly pages: string
  readonly place: string
  readonly purpose: string
  readonly wait: string
}
export default styles
