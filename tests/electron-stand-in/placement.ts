/** A window's position in screen pixels. The stand-in's windows have no frame: the page fills them. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SizeLimits {
  readonly minWidth?: number
  readonly minHeight?: number
  readonly maxWidth?: number
  readonly maxHeight?: number
}

export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** The stand-in's one screen. */
export const screenBounds: Bounds = { x: 0, y: 0, width: 1920, height: 1080 }

/** The part of the screen not covered by panels. */
export const workArea: Bounds = { x: 0, y: 0, width: 1920, height: 1040 }

/** A window's position on screen. Methods return the names of the events that Electron emits for the change. */
export interface Placement {
  readonly bounds: () => Bounds
  /** The bounds restored by `unmaximize` and by leaving full screen. */
  readonly normalBounds: () => Bounds
  readonly state: () => WindowState
  readonly limits: () => SizeLimits
  setLimits(limits: SizeLimits): void
  setBounds(bounds: Partial<Bounds>): string[]
  center(): string[]
  enter(state: WindowState): string[]
}

/** A new window's position: from its options, else centred. */
export function createPlacement({ x, y, width = 800, height = 600, ...sizeLimits }: Partial<Bounds> & SizeLimits): Placement {
  let limits: SizeLimits = sizeLimits
  let state: WindowState = 'normal'
  let bounds = centred(withinLimits({ x: 0, y: 0, width, height }, limits))
  bounds = { ...bounds, x: x ?? bounds.x, y: y ?? bounds.y }
  let normalBounds = bounds

  function place(next: Bounds): string[] {
    const { x: left, y: top, width: wide, height: high } = bounds
    bounds = next
    return [...(wide === next.width && high === next.height ? [] : ['resize', 'resized']), ...(left === next.x && top === next.y ? [] : ['move', 'moved'])]
  }

  function setBounds(next: Partial<Bounds>): string[] {
    normalBounds = withinLimits({ ...bounds, ...next }, limits)
    state = 'normal'
    return place(normalBounds)
  }

  function enter(next: WindowState): string[] {
    if (next === state) return []
    const left = state
    state = next
    const changes = place(next === 'minimized' ? bounds : next === 'normal' ? normalBounds : workArea)
    return [next === 'normal' ? eventsOfLeaving[left] : eventsOfEntering[next], ...changes]
  }

  return {
    bounds: () => bounds,
    normalBounds: () => normalBounds,
    state: () => state,
    limits: () => limits,
    setLimits: (next) => {
      limits = { ...limits, ...next }
    },
    setBounds,
    center: () => setBounds(centred(bounds)),
    enter,
  }
}

const eventsOfEntering = { minimized: 'minimize', maximized: 'maximize', fullscreen: 'enter-full-screen' } as const
const eventsOfLeaving = { minimized: 'restore', maximized: 'unmaximize', fullscreen: 'leave-full-screen', normal: 'restore' } as const

function withinLimits(bounds: Bounds, { minWidth = 0, minHeight = 0, maxWidth = Infinity, maxHeight = Infinity }: SizeLimits): Bounds {
  const width = Math.min(Math.max(bounds.width, minWidth), maxWidth)
  const height = Math.min(Math.max(bounds.height, minHeight), maxHeight)
  return { ...bounds, width, height }
}

function centred({ width, height }: Bounds): Bounds {
  return { x: Math.round((workArea.width - width) / 2), y: Math.round((workArea.height - height) / 2), width, height }
}
