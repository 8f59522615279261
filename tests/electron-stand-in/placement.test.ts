import { describe, expect, it } from 'vitest'
import { createPlacement, workArea } from './placement.ts'

describe('window placement', () => {
  it('defaults to the middle of the screen', () => {
    expect(createPlacement({ width: 1000, height: 700 }).bounds()).toEqual({ x: 460, y: 170, width: 1000, height: 700 })
    expect(createPlacement({ x: 5, y: 6 }).bounds()).toEqual({ x: 5, y: 6, width: 800, height: 600 })
  })

  it('respects the minimum size', () => {
    const placement = createPlacement({ width: 300, minWidth: 600 })
    expect(placement.bounds().width).toBe(600)
    placement.setLimits({ minHeight: 500 })
    expect(placement.setBounds({ width: 10, height: 10 })).toEqual(['resize', 'resized'])
    expect(placement.bounds()).toMatchObject({ width: 600, height: 500 })
  })

  it('is restored after maximising', () => {
    const placement = createPlacement({ x: 10, y: 20, width: 1000, height: 700 })
    expect(placement.enter('maximized')).toEqual(['maximize', 'resize', 'resized', 'move', 'moved'])
    expect(placement.bounds()).toEqual(workArea)
    expect(placement.normalBounds()).toEqual({ x: 10, y: 20, width: 1000, height: 700 })
    expect(placement.enter('maximized')).toEqual([])
    expect(placement.enter('normal')[0]).toBe('unmaximize')
    expect(placement.bounds()).toEqual({ x: 10, y: 20, width: 1000, height: 700 })
  })

  it('does not change while minimised', () => {
    const placement = createPlacement({})
    expect(placement.enter('minimized')).toEqual(['minimize'])
    expect(placement.enter('normal')).toEqual(['restore'])
  })
})
