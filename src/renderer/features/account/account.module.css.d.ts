// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly beside: string
  readonly captchaPicture: string
  readonly card: string
  readonly columns: string
  readonly first: string
  readonly hint: string
  readonly other: string
  readonly product: string
  readonly productName: string
  readonly productPurpose: string
  readonly sessionsAbout: string
  readonly sessionsList: string
  readonly shownCode: string
  readonly title: string
}
export default styles
