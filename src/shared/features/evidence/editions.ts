/**
 * `court`: everything, for a court. `owners`: without phones, ID numbers, pictures and journal contents, for an owner
 * inspecting at the office.
 */
export const bundleEditions = ['court', 'owners'] as const
export type BundleEdition = (typeof bundleEditions)[number]

export const bundleEditionNames: Readonly<Record<BundleEdition, string>> = { court: '法院版', owners: '业主查阅版' }
