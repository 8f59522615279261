import { describe, expect, it } from 'vitest'
import type { BuildingGrid } from '../../../src/shared/features/voting/contract.ts'
import { firstPosition, gridLayout, neighbour, positionOf, roomLabel, unitLabel } from '../../../src/renderer/features/progress/gridLayout.ts'
import { firstBuilding, hasGrid, nodeAt, pathsAboveBuildings, progressTree } from '../../../src/renderer/features/progress/placeProgress.ts'

type State = -1 | 0 | 1
type UnitOf = readonly [name: string, floors: Readonly<Record<string, readonly (string | readonly [room: string, state: State])[]>>]

/** A building as answered by the server; a room without a state has not voted. */
function building(...units: readonly UnitOf[]): BuildingGrid {
  return {
    units: units.map(([unitname, floors]) => ({
      unitname,
      floors: Object.entries(floors).map(([floorno, rooms]) => ({
        floorno,
        elements: rooms.map((each) => {
          const [room, votestatus] = typeof each === 'string' ? [each, -1 as const] : each
          return { baseinfo: { activityId: 'a', propertyId: `${unitname}/${room}`, room }, votestatus, paperstatus: -1 as const }
        }),
      })),
    })),
  }
}
const drawn = (grid: ReturnType<typeof gridLayout>) =>
  grid.floors.map(({ floorNo, cells }) => `${floorNo}: ${cells.map((cell) => cell?.label ?? '·').join(' ')}`)

describe('the place tree of the progress', () => {
  const units = [
    { path: '一期▶▶3栋▶1单元', total: 40, voted: 12 },
    { path: '一期▶▶3栋▶2单元', total: 20, voted: 20 },
    { path: '一期▶东区▶3栋▶', total: 5, voted: 1 },
  ]
  const root = progressTree('翠湖花园', units)

  it('sums up what is below, and hides empty levels', () => {
    expect(root).toMatchObject({ label: '翠湖花园', total: 65, voted: 33 })
    expect(nodeAt(root, '一期▶▶3栋')).toMatchObject({ label: '3栋', total: 60, voted: 32 })
    expect(nodeAt(root, '一期')?.children.map(({ label }) => label)).toEqual(['3栋', '东区'])
    expect(nodeAt(root, '一期▶东区▶3栋')).toMatchObject({ total: 5, voted: 1, children: [] })
  })

  it('has a grid from building level down', () => {
    expect(['', '一期', '一期▶东区', '一期▶▶3栋', '一期▶▶3栋▶1单元'].map(hasGrid)).toEqual([false, false, false, true, true])
    expect(firstBuilding(root)).toBe('一期▶▶3栋')
    expect(firstBuilding(progressTree('空', []))).toBeNull()
    expect(pathsAboveBuildings(root)).toEqual(['', '一期', '一期▶东区'])
  })
})

describe('building the grid', () => {
  it('pads rooms to four digits and units to two', () => {
    expect(['101', '1201', '12A', '商铺3', '20101'].map(roomLabel)).toEqual(['0101', '1201', '0012A', '商铺3', '20101'])
    expect(['1单元', '12单元', '3', '东单元', ''].map(unitLabel)).toEqual(['01单元', '12单元', '03', '东单元', ''])
  })

  it('knows the rooms of the route, except voted ones', () => {
    const { floors } = gridLayout(building(['1单元', { 1: ['101', ['102', 1], '103'] }]), () => true, new Set(['1单元/101', '1单元/102']))
    expect(floors[0]?.cells.map((cell) => cell?.isPlanned)).toEqual([true, false, false])
  })

  it('aligns rooms by the end of their number, leaving gaps', () => {
    const grid = gridLayout(building(['1单元', { 3: ['301', '303'], 2: ['201', '202', '203'] }], ['2单元', { 4: ['402'], 2: ['201', '202'] }]))
    expect(drawn(grid)).toEqual(['4: · · · · 0402', '3: 0301 · 0303 · ·', '2: 0201 0202 0203 0201 0202'])
    expect(grid.units).toEqual([
      { label: '01单元', firstColumn: 0, columnCount: 3 },
      { label: '02单元', firstColumn: 3, columnCount: 2 },
    ])
    expect(grid.roomCount).toBe(8)
  })

  it('counts from the left if the numbers do not align', () => {
    expect(drawn(gridLayout(building(['', { 1: ['甲', '乙'], '-1': ['B1'] }])))).toEqual(['1: 甲 乙', '-1: B1 ·'])
    expect(drawn(gridLayout(building(['', { 1: ['101', '1101'] }])))).toEqual(['1: 0101 1101'])
  })

  it('keeps only filtered rooms, without empty floors or units', () => {
    const grid = building(
      [
        '1单元',
        {
          2: [
            ['201', 1],
            ['202', -1],
          ],
          1: [['101', 0]],
        },
      ],
      ['2单元', { 1: [['101', 1]] }],
    )
    expect(drawn(gridLayout(grid, (state) => state === 'open'))).toEqual(['2: 0202'])
    expect(gridLayout(grid, () => false)).toMatchObject({ units: [], columnCount: 0, floors: [], roomCount: 0 })
  })

  it('holds two thousand rooms', () => {
    const units = Array.from({ length: 10 }, (_, unit): UnitOf => [
      `${unit + 1}单元`,
      Object.fromEntries(Array.from({ length: 25 }, (_ignored, floor) => [floor + 1, Array.from({ length: 8 }, (_cell, room) => `${floor + 1}0${room + 1}`)])),
    ])
    const grid = gridLayout(building(...units))
    expect(grid).toMatchObject({ roomCount: 2_000, columnCount: 80 })
    expect(grid.floors.map(({ floorNo }) => floorNo)).toEqual(Array.from({ length: 25 }, (_, index) => String(25 - index)))
  })

  describe('arrow keys on the grid', () => {
    const grid = gridLayout(building(['1单元', { 3: ['301', '303'], 2: ['202'], 1: ['101', '102', '103'] }]))
    const at = (row: number, column: number) => ({ row, column })

    it('skip gaps, and stop at the edge', () => {
      expect(neighbour(grid, at(0, 0), 'ArrowRight')).toEqual(at(0, 2))
      expect(neighbour(grid, at(0, 2), 'ArrowLeft')).toEqual(at(0, 0))
      expect(neighbour(grid, at(0, 2), 'ArrowRight')).toEqual(at(0, 2))
      expect(neighbour(grid, at(0, 0), 'ArrowUp')).toEqual(at(0, 0))
    })

    it('go to the nearest room of the next floor', () => {
      expect(neighbour(grid, at(0, 0), 'ArrowDown')).toEqual(at(1, 1))
      expect(neighbour(grid, at(1, 1), 'ArrowUp')).toEqual(at(0, 0))
      expect(neighbour(grid, at(2, 0), 'ArrowDown')).toEqual(at(2, 0))
    })

    it('support Home and End, and ignore other keys', () => {
      expect(neighbour(grid, at(2, 1), 'End')).toEqual(at(2, 2))
      expect(neighbour(grid, at(2, 1), 'Home')).toEqual(at(2, 0))
      expect(neighbour(grid, at(2, 1), 'a')).toBeNull()
    })

    it('find a room’s position, or none if it is unknown', () => {
      expect(firstPosition(grid)).toEqual(at(0, 0))
      expect(positionOf(grid, '1单元/103')).toEqual(at(2, 2))
      expect(positionOf(grid, 'nothing')).toBeNull()
    })
  })
})
