// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly activityPath: string
  readonly horizontal: string
  readonly next: string
  readonly skipped: string
  readonly vertical: string
}
export default styles
