/** Replaces the name of a person whose data were erased after the retention period. */
export const ERASED_NAME = '已清除'
