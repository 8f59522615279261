/** What a property is (`paper.md` section 6), and what it is called; it never changes how a ballot counts. */
export const propertyCategoryNames = { 1: '住宅', 2: '商铺', 3: '车位', 4: '其他' } as const
export type PropertyCategory = keyof typeof propertyCategoryNames
/** What a property is of which nobody has said anything else. */
export const DEFAULT_CATEGORY: PropertyCategory = 1
export const propertyCategories: readonly PropertyCategory[] = [1, 2, 3, 4]

/** Where a property's area comes from, and what that is called; 0 if nobody has said. */
export const areaSourceNames = { 0: '', 1: '登记', 2: '实测', 3: '合同' } as const
export type AreaSource = keyof typeof areaSourceNames
export const NO_AREA_SOURCE = 0 satisfies AreaSource
/** Those that somebody may choose. */
export const areaSources: readonly Exclude<AreaSource, 0>[] = [1, 2, 3]

/** How a property is lived in, and what that is called; 0 if nobody has said. */
export const occupancyNames = { 0: '', 1: '自住', 2: '出租', 3: '空置', 4: '已售未过户' } as const
export type Occupancy = keyof typeof occupancyNames
export const NO_OCCUPANCY = 0 satisfies Occupancy
/** Sold, and still in the name of who sold it. */
export const SOLD = 4 satisfies Occupancy
/** Those that somebody may choose. */
export type KnownOccupancy = Exclude<Occupancy, typeof NO_OCCUPANCY>
export const occupancies: readonly KnownOccupancy[] = [1, 2, 3, 4]

/** `空置，钥匙在物业`; `''` where nobody has said anything. */
export const doorInWords = ({ occupancy, remark }: { readonly occupancy: Occupancy; readonly remark: string }): string =>
  [occupancyNames[occupancy], remark].filter((part) => part !== '').join('，')
