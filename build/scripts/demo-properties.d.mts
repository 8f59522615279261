export interface DemoProperty {
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string
  readonly floor: string
  readonly room: string
  readonly area: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
  /** As in the import's column 用途; a dwelling if absent. */
  readonly category?: string
  /** As in the import's column 面积依据. */
  readonly areaSource?: string
}
export function demoProperties(): DemoProperty[]
export function demoOtherProperties(): DemoProperty[]
export function demoRegistry(): DemoProperty[]
