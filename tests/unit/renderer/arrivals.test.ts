import { expect, it } from 'vitest'
import { createArrivals } from '../../../src/renderer/features/file/parts/attachments/arrivals.ts'

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

it('one that arrives in the moment in which another is taken out is kept, and the other does not come back', () => {
  const list = arrivals(['old', 'kept'])
  expect(list.takes('a')).toEqual(['old', 'kept', 'a'])
  // Nothing was drawn since: the picture that is taken out stands in a list without 'a'.
  expect(list.drops('old')).toEqual(['kept', 'a'])
  // A drawing of the list before that comes late.
  list.shows(['old', 'kept', 'a'])
  expect(list.takes('b')).toEqual(['kept', 'a', 'b'])
  list.shows(['kept', 'a', 'b'])
  expect(list.drops('kept')).toEqual(['a', 'b'])
})

it('what was taken out may be put back by the one who keeps the list', () => {
  const list = arrivals(['a'])
  expect(list.drops('a')).toEqual([])
  list.shows([])
  list.shows(['a'])
  expect(list.takes('b')).toEqual(['a', 'b'])
})

it('one that arrived and was taken out before any drawing is gone', () => {
  const list = arrivals()
  list.takes('a')
  expect(list.drops('a')).toEqual([])
  expect(list.takes('b')).toEqual(['b'])
})
