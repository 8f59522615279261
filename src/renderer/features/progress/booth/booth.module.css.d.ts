// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly actions: string
  readonly actionsEnd: string
  readonly all: string
  readonly ballot: string
  readonly ballots: string
  readonly ballotsName: string
  readonly body: string
  readonly booth: string
  readonly open: string
  readonly owner: string
  readonly records: string
  readonly slot: string
  readonly slotCurrent: string
  readonly slotTitle: string
  readonly topic: string
  readonly topicTitle: string
  readonly topics: string
}
export default styles
