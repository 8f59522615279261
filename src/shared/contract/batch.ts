/** The largest number of ids that one call may name (`bad-input.md`, Calls). */
export const MAX_BATCH = 500

/** The message where rows are to be deleted and none is chosen. */
export const NOTHING_TO_DELETE = '请选择要删除的数据'
