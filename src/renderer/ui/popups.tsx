// oxlint-disable-next-line no-restricted-imports -- the one place that takes them from the library
import { Dropdown as LibraryDropdown, Popover as LibraryPopover, type DropdownProps, type PopoverProps } from 'antd'

/**
 * Opens a popup on the side with more room, and over its button if neither side suffices, so that it stays inside the window. If
 * higher than the window it scrolls (`base.css`).
 */
const insideWindow = { adjustX: 1, adjustY: 1, shiftX: true, shiftY: true } as const
/** The library shifts a popup too far, by its distance from the button; the distance is padding instead (`base.css`). */
const align = { offset: [0, 0] }

/** The library's dropdown menu, kept inside the window. */
export function Dropdown(props: DropdownProps) {
  return <LibraryDropdown autoAdjustOverflow={insideWindow} align={align} {...props} />
}

/** The library's popover, kept inside the window. */
export function Popover(props: PopoverProps) {
  return <LibraryPopover arrow={false} autoAdjustOverflow={insideWindow} align={align} {...props} />
}
