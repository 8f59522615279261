import { DownOutlined } from '@ant-design/icons'
import { Button, Card, Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { TodoState, todoStateNames, type TodoKind } from '#shared/features/todo/rules.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { PROPERTY_CHANGES, systemPaths } from '../../app-context/paths.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatCount } from '../../ui/numbers.ts'
import { Dropdown } from '../../ui/popups.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useBackUp } from '../backup/parts/useBackUp.ts'
import type { HomeTodo, TodoAct, TodoButton } from './todos.ts'
import type { NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'

/** Maximum number of lines before expanding. */
const SHOWN = 8

const looks = [styles.todoUrgent, styles.todoSoon, styles.todoLater, styles.todoLater] as const

interface TodoListProps {
  readonly todos: readonly HomeTodo[]
  readonly steps: NextSteps
  /** Failed requests. */
  readonly children: ReactNode
}

/** The pending tasks, each with its buttons. */
export function TodoList({ todos, steps, children }: TodoListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? todos : todos.slice(0, SHOWN)
  return (
    <Card className={`page-card ${styles.todos}`} variant="borderless" title={`待办${todos.length === 0 ? '' : ` ${formatCount(todos.length)} 件`}`}>
      {children}
      {todos.length === 0 ? <p className={styles.todoNone}>现在没有要处理的事</p> : null}
      <ul aria-label="待办">
        {shown.map((todo) => (
          <li key={todo.key} className={looks[todo.urgency - 1]}>
            <TodoText todo={todo} />
            <Flex gap="small" wrap justify="end">
              {todo.buttons.map((button, index) => (
                <TodoAction key={button.name} button={button} activity={todo.activity} steps={steps} isMain={index === 0 && todo.urgency < 3} />
              ))}
            </Flex>
          </li>
        ))}
      </ul>
      {todos.length > SHOWN && !isWhole ? (
        <Button type="link" onClick={() => setIsWhole(true)}>
          还有 {formatCount(todos.length - SHOWN)} 件，全部显示
        </Button>
      ) : null}
    </Card>
  )
}

function TodoText({ todo: { text, activity } }: { readonly todo: HomeTodo }) {
  return (
    <span className={styles.todoText}>
      <strong className="tabular">{text}</strong>
      {activity === null ? null : <LineAct text={activity.title} className={styles.todoVote} title={activity.title} to={activityPaths.overview(activity)} />}
    </span>
  )
}

interface TodoActionProps {
  readonly button: TodoButton
  readonly activity: ActivityRow | null
  readonly steps: NextSteps
  readonly isMain: boolean
}

/** The button of a task; if only the user knows that it is done, also one to say so. */
function TodoAction({ button: { name, act, settles }, activity, steps, isMain }: TodoActionProps) {
  const take = useTake(steps)
  const maySettle = useMay('todo.settle')
  const { send, isSending } = useSend('todo.settle', { refreshes: ['todo.list'], success: '' })
  const look = isMain ? 'primary' : 'default'
  if (settles === undefined || activity === null || !maySettle) {
    return <Act text={name} type={look} onClick={() => take(act, activity)} />
  }
  const settle = (kind: TodoKind, state: TodoState) => void send({ body: { activityId: activity.id, kind, state } })
  const items = [
    { key: 'take', label: '去办', onClick: () => take(act, activity) },
    { key: 'done', label: todoStateNames[TodoState.done], onClick: () => settle(settles, TodoState.done) },
    { key: 'putOff', label: todoStateNames[TodoState.putOff], onClick: () => settle(settles, TodoState.putOff) },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items, 'aria-label': `${name} ${activity.title}` }} placement="bottomRight">
      <Button type={look} loading={isSending}>
        {name}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** Navigates to where the task is done, or takes the step. */
function useTake(steps: NextSteps): (act: TodoAct, activity: ActivityRow | null) => void {
  const navigate = useNavigate()
  const backUp = useBackUp()
  return (act, activity) => {
    if (act.kind === 'changes') navigate(PROPERTY_CHANGES)
    else if (act.kind === 'accounts') navigate(systemPaths.accounts)
    else if (act.kind === 'backUp') backUp()
    else if (activity === null) return
    else if (act.kind === 'step') steps.take(act.step, activity)
    else navigate(activityPaths[act.kind](activity))
  }
}
