// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly momentsCheckpoint: string
  readonly momentsChosen: string
  readonly momentsCounts: string
  readonly momentsField: string
  readonly papers: string
  readonly papersBar: string
  readonly papersCount: string
  readonly papersDeadline: string
  readonly papersEnteredLate: string
  readonly papersEnteredLateWord: string
  readonly papersHour: string
  readonly papersLate: string
  readonly papersLateWord: string
  readonly papersTimely: string
}
export default styles
