import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { estateMessages } from '#shared/features/estate/rules.ts'
import { DivisionCascader } from './DivisionCascader.tsx'
import type { EstateFormValues } from './estateForm.ts'

const nameRules: Rule[] = [
  { required: true, whitespace: true, message: estateMessages.nameMissing },
  { max: 60, message: '小区名称不能超过60个字符' },
]
const addressRules: Rule[] = [
  { required: true, whitespace: true, message: estateMessages.addressMissing },
  { max: 200, message: '详细地址不能超过200个字符' },
]

/** The fields of an estate, for the dialog and for the page; checked on blur. */
export function EstateFields() {
  return (
    <>
      <Form.Item<EstateFormValues> name="name" label="小区名称" rules={nameRules} validateFirst>
        <Input autoFocus autoComplete="off" placeholder="例如 翠湖花园" />
      </Form.Item>
      <Form.Item<EstateFormValues> name="divisions" label="所在区划" extra="逐级选择，或输入名称、拼音查找；可以只选到需要的一级">
        <DivisionCascader />
      </Form.Item>
      <Form.Item<EstateFormValues> name="address" label="详细地址" rules={addressRules} validateFirst>
        <Input autoComplete="off" placeholder="请输入含省市区的详细地址" />
      </Form.Item>
    </>
  )
}
