import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { freePlace, leastCovering, type Box } from '../../../src/renderer/bridge/toasts/freePlace.ts'
import { createPageToasts } from '../../../src/renderer/bridge/toasts/pageToasts.ts'

const window768: Box = { left: 0, top: 0, width: 1366, height: 768 }
const sidebar: Box = { left: 0, top: 0, width: 210, height: 768 }
const bars: Box = { left: 210, top: 0, width: 1156, height: 85 }
const page: Box = { left: 210, top: 85, width: 1156, height: 683 }
const toast = { width: 300, height: 40 }
const centred = (width: number, top: number, height: number): Box => ({ left: (1366 - width) / 2, top, width, height })

describe('position of toasts', () => {
  it('is the middle under the tabs while nothing else is open', () => {
    expect(freePlace({ area: page, obstacles: [sidebar, bars] }, [toast])).toEqual({ left: 638, top: 93, ...toast })
  })

  it('is under an open dialog, and stays there until the toast closes', () => {
    const dialog = centred(460, 38, 180)
    const under = freePlace({ area: page, obstacles: [sidebar, bars, dialog] }, [toast])
    expect(under).toEqual({ left: 533, top: 226, ...toast })
    expect(freePlace({ area: page, obstacles: [sidebar, bars] }, [toast], under)).toEqual(under)
  })

  it('avoids the page’s controls, centred at the page’s end', () => {
    const tabs: Box = { left: 226, top: 100, width: 600, height: 72 }
    const found = freePlace({ area: page, obstacles: [sidebar, bars], acts: [tabs] }, [toast])
    expect(found).toEqual({ left: 638, top: 720, ...toast })
    expect(freePlace({ area: page, obstacles: [sidebar, bars], acts: [page] }, [toast])).toBeNull()
  })

  it('is beside a dialog without room below, narrower if needed', () => {
    const dialog = centred(820, 38, 710)
    expect(freePlace({ area: page, obstacles: [sidebar, bars, dialog] }, [toast, { width: 240, height: 64 }])).toEqual({
      left: 1118,
      top: 93,
      width: 240,
      height: 64,
    })
  })

  it('never covers an obstacle or leaves the window', () => {
    const someBox = fc.record({ left: fc.nat(1366), top: fc.nat(768), width: fc.integer({ min: 1, max: 900 }), height: fc.integer({ min: 1, max: 700 }) })
    let found = 0
    fc.assert(
      fc.property(fc.array(someBox, { maxLength: 6 }), fc.option(someBox, { nil: null }), (obstacles, current) => {
        const place = freePlace({ area: window768, obstacles }, [toast, { width: 200, height: 62 }], current)
        if (place === null) return
        found++
        for (const { left, top, width, height } of obstacles) {
          const isApart = left + width <= place.left || place.left + place.width <= left || top + height <= place.top || place.top + place.height <= top
          expect(isApart).toBe(true)
        }
        expect(place.left).toBeGreaterThanOrEqual(0)
        expect(place.top).toBeGreaterThanOrEqual(0)
        expect(place.left + place.width).toBeLessThanOrEqual(1366)
        expect(place.top + place.height).toBeLessThanOrEqual(768)
      }),
    )
    expect(found).toBeGreaterThan(20)
  })

  it('covers the least if everything is occupied', () => {
    const all = { ...window768, height: 740 }
    expect(freePlace({ area: window768, obstacles: [all] }, [toast])).toBeNull()
    expect(leastCovering({ area: window768, obstacles: [all] }, toast).top).toBe(720)
  })
})

describe('toasts and their page', () => {
  const start = () => {
    const close = vi.fn<(key: string) => void>()
    const toasts = createPageToasts(close)
    const target = new EventTarget()
    const stop = toasts.listen(target as never)
    return { close, toasts, stop, act: () => target.dispatchEvent(new Event('pointerdown')) }
  }

  it('close with the page once seen', () => {
    const { close, toasts, act } = start()
    toasts.opened('success:删除成功')
    act()
    toasts.pageShown('/page1')
    expect(close.mock.calls).toEqual([['success:删除成功']])
    toasts.pageShown('/page2')
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('stay on the next page if they report the action that led to it, until the page after', () => {
    const { close, toasts, act } = start()
    act()
    toasts.opened('success:提交成功')
    toasts.pageShown('/page3')
    expect(close).not.toHaveBeenCalled()
    act()
    toasts.pageShown('/page4')
    expect(close.mock.calls).toEqual([['success:提交成功']])
  })

  it('are new again when shown again, and forgotten when closed', () => {
    const { close, toasts, act, stop } = start()
    toasts.opened('error:a')
    act()
    toasts.opened('error:a')
    toasts.opened('error:b')
    toasts.closed('error:b')
    toasts.pageShown('/page5')
    expect(close).not.toHaveBeenCalled()
    stop()
    act()
    toasts.pageShown('/page6')
    expect(close).not.toHaveBeenCalled()
  })
})
