/** Maximum number of ids in one call (`bad-input.md`, Calls). */
export const MAX_BATCH = 500

/** Message for a deletion with no row selected. */
export const NOTHING_TO_DELETE = '请选择要删除的数据'
