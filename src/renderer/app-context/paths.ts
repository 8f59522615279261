type Query = Readonly<Record<string, string>>

/** Builds an address from a screen's path and its query. */
export const withQuery = (path: string, query: Query): string => `${path}?${new URLSearchParams(query).toString()}`

/** Addresses of an estate's screens. */
export const estatePaths = {
  list: '/estate/Index',
  create: '/estate/input',
  /** 议事规则. */
  rules: (estateId: string): string => withQuery('/estate/rules', { estateid: estateId }),
  /** The form for the next version. */
  newRules: (estateId: string): string => withQuery('/estate/rulesinput', { estateid: estateId }),
} as const

const PROPERTIES = '/property/Index'

/** Addresses of the property screens. */
export const propertyPaths = {
  /** For the last selected estate. */
  list: PROPERTIES,
  /** All properties of an estate. */
  ofEstate: (estateId: string): string => `${PROPERTIES}?estateid=${encodeURIComponent(estateId)}`,
  /** Filtered by search words. */
  found: (estateId: string, condition: string): string => withQuery(PROPERTIES, { estateid: estateId, condition }),
  /** 名册体检 of an estate's properties. */
  checkup: (estateId: string): string => withQuery('/property/checkup', { estateid: estateId }),
} as const

/** 新建投票活动; declared here because properties, which precede activities, link to it. */
export const NEW_ACTIVITY = '/voteManage/input'
/** The same with the estate preselected. */
export const newActivityOf = (estateId: string): string => withQuery(NEW_ACTIVITY, { estateid: estateId })

export const systemPaths = { accounts: '/system/accounts', journal: '/system/audit', sharing: '/system/sharing' } as const

/** 房产变更审批; declared here because the home page counts its pending entries. */
export const PROPERTY_CHANGES = '/voteManage/propertychange'
