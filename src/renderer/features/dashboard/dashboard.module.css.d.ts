// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly activityCard: string
  readonly activityCardAbout: string
  readonly activityCardEstate: string
  readonly activityCardLeft: string
  readonly activityCardLeftPast: string
  readonly activityCardLeftSoon: string
  readonly activityCardNote: string
  readonly activityCardTitle: string
  readonly activityCardTurnout: string
  readonly activityCardWaits: string
  readonly activityCards: string
  readonly backupCard: string
  readonly backupCardIcon: string
  readonly backupCardNote: string
  readonly backupProblem: string
  readonly dashboardDate: string
  readonly dashboardHeading: string
  readonly dashboardNone: string
  readonly dashboardNumber: string
  readonly dashboardNumbers: string
  readonly firstStep: string
  readonly firstStepReason: string
  readonly pendingChangesIcon: string
  readonly pendingChangesText: string
}
export default styles
