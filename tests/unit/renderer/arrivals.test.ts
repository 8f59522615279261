import { expect, it } from 'vitest'
import { createArrivals } from '../../../src/renderer/widgets/attachments/arrivals.ts'

const arrivals = (shown: readonly string[] = []) => createArrivals(shown, (path) => path)

it('two that arrive before the list is drawn are both in it', () => {
  const list = arrivals(['old'])
  expect(list.takes('a')).toEqual(['old', 'a'])
  expect(list.takes('b')).toEqual(['old', 'a', 'b'])
})

it('a drawing that comes late and shows an older list loses none', () => {
  const list = arrivals()
  expect(list.takes('a')).toEqual(['a'])
  expect(list.takes('b')).toEqual(['a', 'b'])
  list.shows(['a'])
  expect(list.takes('c')).toEqual(['a', 'b', 'c'])
  list.shows(['a', 'b', 'c'])
  expect(list.takes('d')).toEqual(['a', 'b', 'c', 'd'])
})

it('what was removed from the list does not come back', () => {
  const list = arrivals()
  list.takes('a')
  list.takes('b')
  list.shows(['a', 'b'])
  list.shows(['b'])
  expect(list.takes('c')).toEqual(['b', 'c'])
})
