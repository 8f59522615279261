import { Button, Tooltip, type ButtonProps } from 'antd'
import { useLayoutEffect, useRef, type FocusEvent } from 'react'

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed now, in words; null if it can. */
  readonly reason: string | null
}

/**
 * A button that says why it cannot be pressed.
 *
 * It stays in the order of the Tab key, so that the reason can be read without a mouse, and keeps the focus when it
 * becomes possible or impossible.
 */
export function ReasonedButton({ reason, onClick, className = '', ...rest }: ReasonedButtonProps) {
  const kept = useKeptFocus(rest)
  const button = { ...rest, ...kept }
  if (reason === null) return <Button {...button} className={className} {...(onClick ? { onClick } : {})} />
  return (
    // The pointer goes through the reason, which may lie over another control.
    <Tooltip title={reason} trigger={['hover', 'focus']} styles={{ root: { pointerEvents: 'none' } }}>
      <Button {...button} className={`${className} reasoned-button-off`.trim()} aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  )
}

/** Gives the focus to the element that takes the place of the one that had it: with a tooltip around it is another one. */
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
