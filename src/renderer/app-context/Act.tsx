import type { ButtonProps } from 'antd'
import type { EndpointName } from '#shared/contract/index.ts'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { Allowed } from './Allowed.tsx'
import { useNavigate } from './navigation.ts'

interface ActProps extends Omit<ButtonProps, 'children' | 'disabled' | 'onClick'> {
  readonly text: string
  /** What it is done with, for those who hear the screen: there is one for each row. */
  readonly of?: string
  /** The call that it makes: who may not make it does not see it. */
  readonly call?: EndpointName
  /** Why it is disabled, as a message; null if enabled. */
  readonly reason?: string | null
  /** The address that it leads to, once `onClick` is done. */
  readonly to?: string
  readonly onClick?: () => void
}

/** What a user does or goes to, as a button for those who may. */
export function Act({ text, of, call, reason = null, to, onClick, ...button }: ActProps) {
  const navigate = useNavigate()
  const press = () => {
    onClick?.()
    if (to !== undefined) navigate(to)
  }
  const act = (
    <ReasonedButton {...button} {...(of === undefined ? {} : { 'aria-label': `${text} ${of}` })} reason={reason} onClick={press}>
      {text}
    </ReasonedButton>
  )
  return call === undefined ? act : <Allowed call={call}>{act}</Allowed>
}

/** The same in the line of what it is done with: a row, a sentence. */
export function LineAct(props: ActProps) {
  return <Act type="link" size="small" {...props} />
}
