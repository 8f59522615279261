import { expect, it } from 'vitest'
import { createPendingList } from '../../../src/renderer/features/file/parts/attachments/pendingList.ts'

const pendingList = (shown: readonly string[] = []) => createPendingList(shown, (path) => path)

it('two items that arrive before the list is drawn are both in it', () => {
  const list = pendingList(['old'])
  expect(list.add('a')).toEqual(['old', 'a'])
  expect(list.add('b')).toEqual(['old', 'a', 'b'])
})

it('a late drawing of an older list loses no item', () => {
  const list = pendingList()
  expect(list.add('a')).toEqual(['a'])
  expect(list.add('b')).toEqual(['a', 'b'])
  list.rendered(['a'])
  expect(list.add('c')).toEqual(['a', 'b', 'c'])
  list.rendered(['a', 'b', 'c'])
  expect(list.add('d')).toEqual(['a', 'b', 'c', 'd'])
})

it('an item removed from the list does not come back', () => {
  const list = pendingList()
  list.add('a')
  list.add('b')
  list.rendered(['a', 'b'])
  list.rendered(['b'])
  expect(list.add('c')).toEqual(['b', 'c'])
})

it('an item arriving while another is removed is kept, and the other does not come back', () => {
  const list = pendingList(['old', 'kept'])
  expect(list.add('a')).toEqual(['old', 'kept', 'a'])
  // Nothing has been drawn since: the removed item is from a list without 'a'.
  expect(list.remove('old')).toEqual(['kept', 'a'])
  // A late drawing of the earlier list.
  list.rendered(['old', 'kept', 'a'])
  expect(list.add('b')).toEqual(['kept', 'a', 'b'])
  list.rendered(['kept', 'a', 'b'])
  expect(list.remove('kept')).toEqual(['a', 'b'])
})

it('a removed item can be put back by the list’s owner', () => {
  const list = pendingList(['a'])
  expect(list.remove('a')).toEqual([])
  list.rendered([])
  list.rendered(['a'])
  expect(list.add('b')).toEqual(['a', 'b'])
})

it('an item that arrived and was removed before any drawing is gone', () => {
  const list = pendingList()
  list.add('a')
  expect(list.remove('a')).toEqual([])
  expect(list.add('b')).toEqual(['b'])
})
