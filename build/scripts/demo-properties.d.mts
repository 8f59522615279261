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
}
export function demoProperties(): DemoProperty[]
