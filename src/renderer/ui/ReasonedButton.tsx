import { Button, Tooltip, type ButtonProps } from 'antd'

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed now, in words; null where it can. */
  readonly reason: string | null
}

/**
 * A button that says why it cannot be pressed.
 *
 * It stays in the order of the Tab key, so that the reason can be read without a mouse.
 */
export function ReasonedButton({ reason, onClick, className = '', ...button }: ReasonedButtonProps) {
  if (reason === null) return <Button {...button} className={className} {...(onClick ? { onClick } : {})} />
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <Button {...button} className={`${className} reasoned-button-off`.trim()} aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  )
}
