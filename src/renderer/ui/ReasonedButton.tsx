import { Button, Tooltip, type ButtonProps } from 'antd'
import { useLayoutEffect, useRef, type FocusEvent } from 'react'

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it is disabled, as a message; null if enabled. */
  readonly reason: string | null
}

/**
 * A button that explains why it is disabled.
 *
 * Stays in the tab order, so that the reason is accessible by keyboard, and keeps the focus when enabled or disabled.
 */
export function ReasonedButton({ reason, onClick, className = '', ...rest }: ReasonedButtonProps) {
  const kept = useKeptFocus(rest)
  const button = { ...rest, ...kept }
  if (reason === null) return <Button {...button} className={className} {...(onClick ? { onClick } : {})} />
  return (
    // The tooltip ignores the pointer, since it may cover another control.
    <Tooltip title={reason} trigger={['hover', 'focus']} styles={{ root: { pointerEvents: 'none' } }}>
      <Button {...button} className={`${className} reasoned-button-off`.trim()} aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  )
}

/** Moves the focus to the replacing element: with a tooltip, React creates a new one. */
function useKeptFocus({ onFocus, onBlur }: Pick<ButtonProps, 'onFocus' | 'onBlur'>) {
  const ref = useRef<HTMLButtonElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  })
  return {
    ref,
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      hasFocus.current = true
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      hasFocus.current = false
      onBlur?.(event)
    },
  }
}
