import { DownOutlined } from '@ant-design/icons'
import { Button, Tooltip, type ButtonProps, type MenuProps } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import { pathStepNames, type NextStep } from './parts/activityPath/path.ts'
import { whyNotNow } from './parts/whyNot.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { actionNames, actionOfStep, actionState, deskActions, statusAction, type ActionKey, type Viewer } from './rowActions.ts'
import { Dropdown } from '../../ui/popups.tsx'
import { useMenuTrigger } from '../../ui/useMenuTrigger.ts'
import styles from './activity.module.css'

interface RowActionsProps {
  readonly activity: ActivityRow
  /** The next step; its button is highlighted. */
  readonly next: NextStep
  readonly onAction: (action: ActionKey, activity: ActivityRow) => void
}

type MenuItems = NonNullable<MenuProps['items']>

/**
 * The common actions and the creator's step to the next status; the rest under 更多.
 *
 * The next step is highlighted in its place, so that no button moves between rows.
 */
export function RowActions({ activity, next, onAction }: RowActionsProps) {
  const user = useCurrentUser()
  const nextAction = next.isMine ? actionOfStep[next.step] : null
  const act = (action: ActionKey) => () => onAction(action, activity)
  const button = (action: ActionKey, name: string = actionNames[action]) => (
    <StepButton key={action} isNext={action === nextAction} note={next.note} onClick={act(action)}>
      {name}
    </StepButton>
  )
  return (
    <div className={styles.activityActions}>
      {button('ballots')}
      {button('deliveries')}
      <DeskButton activity={activity} next={next} onAction={onAction} />
      {button('statistics')}
      <StatusStepCell activity={activity} next={next} button={button} />
      {button('progress')}
      <ActionMenu name="更多" of={activity.title} items={moreItems(activity, user, act)} />
    </div>
  )
}

interface StepButtonProps extends Omit<ButtonProps, 'type' | 'size'> {
  readonly isNext: boolean
  /** Why it is the next step; `''` if there is nothing to add. */
  readonly note: string
}

/** A button in a row; highlighted if it is the next step. */
function StepButton({ isNext, note, ...button }: StepButtonProps) {
  if (!isNext) return <Button {...button} type="link" size="small" />
  return (
    <Tooltip title={note === '' ? '下一步' : `下一步：${note}`} trigger={['hover', 'focus']}>
      <Button {...button} type="primary" size="small" aria-current="step" />
    </Tooltip>
  )
}

/** 进入投票 with a menu of its three modes; directly to the tally if only that is possible. */
function DeskButton({ activity, next, onAction }: RowActionsProps) {
  const user = useCurrentUser()
  if (!isAllowed(user.roles, 'clerk')) return <span />
  const isNext = next.step === 'vote' || next.step === 'tally'
  if (activity.status === ActivityStatus.tallying) {
    return (
      <StepButton isNext={isNext} note={next.note} onClick={() => onAction('tally', activity)}>
        {pathStepNames.tally}
      </StepButton>
    )
  }
  const items = deskActions.flatMap(({ action }) => menuItem(action, activity, user, () => onAction(action, activity)))
  return <ActionMenu name={pathStepNames.vote} of={activity.title} items={items} isNext={isNext} note={next.note} />
}

/** The creator's step to the next status; other users see whom it waits for. */
function StatusStepCell({
  activity,
  next,
  button,
}: Pick<RowActionsProps, 'activity' | 'next'> & { readonly button: (action: ActionKey, name: string) => React.ReactNode }) {
  const user = useCurrentUser()
  const step = statusAction(activity.status, next.step)
  if (step !== null && actionState(step.action, activity, user).isShown) return button(step.action, step.name)
  if (next.isMine) return <span />
  return (
    <span className={styles.activityWaits} title={next.note}>
      等待创建人{pathStepNames[next.step]}
    </span>
  )
}

/** Actions on the activity as a whole; everything within it is on its page. */
function moreItems(activity: ActivityRow, user: Viewer, act: (action: ActionKey) => () => void): MenuItems {
  const groups = [
    (['view', 'edit', 'copy'] as const).flatMap((action) => menuItem(action, activity, user, act(action))),
    menuItem('delete', activity, user, act('delete')),
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuItems => (index === 0 ? group : [{ type: 'divider', key: 'divider' }, ...group]))
}

/** A menu entry, with the reason if disabled; nothing if hidden from the user. */
function menuItem(action: ActionKey, activity: ActivityRow, user: Viewer, onClick: () => void): MenuItems {
  const state = actionState(action, activity, user)
  if (!state.isShown) return []
  const isOff = state.refusedStep !== null
  const words = state.refusedStep === null ? null : whyNotNow(activity, state.refusedStep)
  return [
    {
      key: action,
      label: <ActionLabel name={actionNames[action]} reason={words} />,
      disabled: isOff,
      danger: action === 'delete' && !isOff,
      onClick,
    },
  ]
}

interface ActionMenuProps {
  readonly name: string
  readonly of: string
  readonly items: MenuItems
  readonly isNext?: boolean
  readonly note?: string
}

function ActionMenu({ name, of, items, isNext = false, note = '' }: ActionMenuProps) {
  const { trigger, focusTrigger } = useMenuTrigger()
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: focusTrigger, 'aria-label': `${name} ${of}` }} placement="bottomRight">
      <Button ref={trigger} type={isNext ? 'primary' : 'link'} size="small" {...(isNext ? { 'aria-current': 'step', title: `下一步：${note}` } : {})}>
        {name}
        <DownOutlined aria-hidden className={styles.actionMenuArrow} />
      </Button>
    </Dropdown>
  )
}

/** A menu entry's label; the reason is in a tooltip, and in the accessible name. */
function ActionLabel({ name, reason }: { readonly name: string; readonly reason: string | null }) {
  if (reason === null) return name
  return (
    <Tooltip title={reason} placement="left">
      <span className={styles.actionOff} aria-label={`${name}：${reason}`}>
        {name}
      </span>
    </Tooltip>
  )
}
