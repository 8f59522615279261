/** What stands for the name of somebody whose personal data were erased when their time was over. */
export const ERASED_NAME = '已清除'
