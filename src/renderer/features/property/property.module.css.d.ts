// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly propertyCategory: string
  readonly propertyEditNote: string
  readonly propertyUnsettled: string
  readonly syncChoice: string
  readonly syncChoiceTitle: string
  readonly syncChoices: string
  readonly syncHint: string
}
export default styles
