// oxlint-disable-next-line no-restricted-imports -- the one place that takes them from the library
import { Dropdown as LibraryDropdown, Popover as LibraryPopover, type DropdownProps, type PopoverProps } from 'antd'

/**
 * A popup opens on the side with more room, and moves over its button where neither side has enough: it never leaves the
 * window. What is higher than the window scrolls (`base.css`).
 */
const insideWindow = { adjustX: 1, adjustY: 1, shiftX: true, shiftY: true } as const
/** The library moves a popup by its distance from the button too far; the distance is padding instead (`base.css`). */
const align = { offset: [0, 0] }

/** The library's menu of a button, which stays inside the window. */
export function Dropdown(props: DropdownProps) {
  return <LibraryDropdown autoAdjustOverflow={insideWindow} align={align} {...props} />
}

/** The library's panel of a button, which stays inside the window. */
export function Popover(props: PopoverProps) {
  return <LibraryPopover arrow={false} autoAdjustOverflow={insideWindow} align={align} {...props} />
}
