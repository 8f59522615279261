import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip, type MenuProps } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useCurrentUser } from '../../widgets/currentUser.ts'
import { actionNames, actionState, deskActions, statusSteps, type ActionKey } from './rowActions.ts'

interface RowActionsProps {
  readonly activity: ActivityRow
  readonly onAction: (action: ActionKey, activity: ActivityRow) => void
}

type MenuItems = NonNullable<MenuProps['items']>

/** What is done most as links, the rest under 更多; what cannot be done now says why. */
export function RowActions({ activity, onAction }: RowActionsProps) {
  const { id: userId } = useCurrentUser()
  const item = (action: ActionKey): MenuItems => {
    const state = actionState(action, activity, userId)
    if (!state.isShown) return []
    const { reason } = state
    const isOff = reason !== null
    return [
      {
        key: action,
        label: <ActionLabel name={actionNames[action]} reason={reason} />,
        disabled: isOff,
        danger: action === 'delete' && !isOff,
        onClick: () => onAction(action, activity),
      },
    ]
  }
  const groups = [[...item('view'), ...item('edit'), ...item('ballots'), ...item('notify')], statusSteps.flatMap(item), item('delete')].filter(
    (group) => group.length > 0,
  )
  const more = groups.flatMap((group, index): MenuItems => (index === 0 ? group : [{ type: 'divider', key: `divider ${index}` }, ...group]))
  const link = (action: ActionKey) => (
    <Button type="link" size="small" onClick={() => onAction(action, activity)}>
      {actionNames[action]}
    </Button>
  )
  return (
    <div className="row-actions">
      <ActionMenu name="进入投票" of={activity.title} items={deskActions.flatMap(({ action }) => item(action))} />
      {link('progress')}
      {link('statistics')}
      <ActionMenu name="更多" of={activity.title} items={more} />
    </div>
  )
}

function ActionMenu({ name, of, items }: { readonly name: string; readonly of: string; readonly items: MenuItems }) {
  return (
    <Dropdown trigger={['click']} menu={{ items, 'aria-label': `${name} ${of}` }} placement="bottomRight">
      <Button type="link" size="small">
        {name}
        <DownOutlined aria-hidden className="action-menu-arrow" />
      </Button>
    </Dropdown>
  )
}

/** An entry of a menu; the reason in a tooltip, and for those who hear the screen in its name. */
function ActionLabel({ name, reason }: { readonly name: string; readonly reason: string | null }) {
  if (reason === null) return name
  return (
    <Tooltip title={reason} placement="left">
      <span className="action-off" aria-label={`${name}：${reason}`}>
        {name}
      </span>
    </Tooltip>
  )
}
