// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly activityLine: string
  readonly estate: string
  readonly title: string
}
export default styles
