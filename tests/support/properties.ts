type Place = Partial<Record<'period' | 'zone' | 'building' | 'unit' | 'floor' | 'room', string>>
interface Owner {
  readonly personname?: string
  readonly mobileno?: string
  readonly idno?: string
  readonly areasize?: unknown
}

/** A property in wire format, valid in all fields that a test does not set. */
export const property = (estateId: string, place: Place = {}, owner: Owner = {}) => ({
  estateId,
  period: '一期',
  zone: '',
  building: '1栋',
  unit: '1单元',
  floor: '',
  room: '101',
  areasize: 89.5 as unknown,
  personname: '张三',
  mobileno: '13800138000',
  idno: '',
  ...place,
  ...owner,
})
