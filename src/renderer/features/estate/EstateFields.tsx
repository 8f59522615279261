import { Form, Input } from 'antd'
import { estateRecord as record } from '#shared/records/estate.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { DivisionCascader } from './DivisionCascader.tsx'
import type { EstateFormValues } from './estateForm.ts'
import { TextItem } from '../../ui/TextItem.tsx'

/** An estate's fields, for dialog and page; validated on blur. */
export function EstateFields() {
  return (
    <>
      <Form.Item<EstateFormValues> name="name" label="小区名称" rules={fieldRules(record.name)} validateFirst>
        <Input autoFocus autoComplete="off" placeholder="例如 翠湖花园" />
      </Form.Item>
      <Form.Item<EstateFormValues> name="divisions" label="所在区划" extra="逐级选择，或输入名称、拼音查找；可以只选到需要的一级">
        <DivisionCascader />
      </Form.Item>
      <TextItem<EstateFormValues> name="address" limit={record.address} placeholder={record.address.missing} />
    </>
  )
}
