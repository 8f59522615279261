import { reduceDesk, type DeskAction } from '../../../src/renderer/features/voting/desk.ts'
import { openDesk, type Desk, type DeskVoter } from '../../../src/renderer/features/voting/deskState.ts'
import type { DeskMode } from '../../../src/renderer/features/voting/modes.ts'
import type { Slot } from '../../../src/renderer/features/activity/parts/choices/choices.ts'

export const ACTIVITY = 'activity-1'

/** Three slots: a topic and an option with all answers, and an option with 同意 and 反对 only. */
const slots: readonly Slot[] = [
  { topicId: 't1', optionId: '', topicTitle: '更新电梯', optionTitle: '', voteModel: 15, seats: null },
  { topicId: 't2', optionId: 'o1', topicTitle: '选聘单位', optionTitle: '甲', voteModel: 15, seats: null },
  { topicId: 't3', optionId: '', topicTitle: '维修屋面', optionTitle: '', voteModel: 14, seats: null },
]

/** A property's voter, by default with a separate open ballot. */
export function voterOf(room: string, more: Partial<DeskVoter> = {}): DeskVoter {
  return {
    rosterPropertyId: `r-${room}`,
    propertyId: `p-${room}`,
    place: `一期-1栋-1单元-${room}`,
    ownerName: '张三',
    phone: '13800138000',
    idNumber: '110101199003070011',
    areaHundredths: 8950,
    category: 1,
    areaSource: 0,
    markedCode: '',
    ballotId: `b-${room}`,
    ballotState: -1,
    isVoided: false,
    paperState: -1,
    paperReceivedAt: null,
    isEntrusted: false,
    version: '',
    recordId: '',
    source: '',
    activityId: ACTIVITY,
    sharedProperties: [],
    ...more,
  }
}

export const run = (desk: Desk, ...actions: readonly DeskAction[]): Desk => actions.reduce(reduceDesk, desk)
export const opened = (mode: DeskMode = 'cast'): Desk => openDesk(mode, slots)
/** A desk with that voter selected. */
export const chosen = (mode: DeskMode = 'cast', voter: DeskVoter = voterOf('101')): Desk => run(opened(mode), { type: 'chosen', voter })
/** The answer to the latest search. */
export const found = (desk: Desk, ...voters: readonly DeskVoter[]): Desk => run(desk, { type: 'found', round: desk.search.round, voters })
/** The answers, one character per slot; 0 is open. */
export const answersOf = ({ entry }: Desk): string => slots.map(({ topicId, optionId }) => entry?.answers.get(`${topicId} ${optionId}`) ?? 0).join('')
