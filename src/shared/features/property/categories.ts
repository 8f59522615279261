/** A property's category and its name (`paper.md` section 6); it never changes how a ballot counts. */
export const propertyCategoryNames = { 1: '住宅', 2: '商铺', 3: '车位', 4: '其他' } as const
export type PropertyCategory = keyof typeof propertyCategoryNames
/** Default category of a property. */
export const DEFAULT_CATEGORY: PropertyCategory = 1
export const propertyCategories: readonly PropertyCategory[] = [1, 2, 3, 4]

/** Source of a property's area with its label; 0 if not recorded. */
export const areaSourceNames = { 0: '', 1: '登记', 2: '实测', 3: '合同' } as const
export type AreaSource = keyof typeof areaSourceNames
export const NO_AREA_SOURCE = 0 satisfies AreaSource
/** The selectable ones. */
export const areaSources: readonly Exclude<AreaSource, 0>[] = [1, 2, 3]

/** Occupancy of a property with its label; 0 if not recorded. */
export const occupancyNames = { 0: '', 1: '自住', 2: '出租', 3: '空置', 4: '已售未过户' } as const
export type Occupancy = keyof typeof occupancyNames
export const NO_OCCUPANCY = 0 satisfies Occupancy
/** Sold, but still registered to the seller. */
export const SOLD = 4 satisfies Occupancy
/** The selectable ones. */
export type KnownOccupancy = Exclude<Occupancy, typeof NO_OCCUPANCY>
export const occupancies: readonly KnownOccupancy[] = [1, 2, 3, 4]

/** For example `空置，钥匙在物业`; `''` if nothing is recorded. */
export const doorInWords = ({ occupancy, remark }: { readonly occupancy: Occupancy; readonly remark: string }): string =>
  [occupancyNames[occupancy], remark].filter((part) => part !== '').join('，')
