/** What is said of a wrong field of an estate, the same words on the screen and from the server. */
export const estateMessages = { nameMissing: '请输入小区名称', addressMissing: '请输入含省市区的详细地址', nothingSelected: '请选择要删除的数据' } as const
