import { Form, Input, Radio } from 'antd'
import { purposeLimit } from '#shared/contract/export.ts'
import { lowestToSeeWhole, roleNames } from '#shared/features/account/roles.ts'
import { useSeesMasks } from '../../../app-context/may.ts'
import { fieldRules } from '../../../ui/fieldRules.ts'
import { ExportAbout } from './ExportAbout.tsx'

/** How phone and ID numbers are exported; unmasked ones require a purpose. */
export interface NumbersValues {
  readonly numbers: 'masked' | 'whole'
  readonly purpose?: string
}
export const maskedNumbers: NumbersValues = { numbers: 'masked' }

/** The purpose for an export; `''` if the numbers are masked. */
export const purposeOf = ({ numbers, purpose = '' }: NumbersValues): string => (numbers === 'whole' ? purpose.trim() : '')

/** Form fields for exporting phone and ID numbers unmasked, and for what purpose. */
export function NumbersFields() {
  if (useSeesMasks()) return <ExportAbout>手机号、证件号隐藏中间几位。需要完整信息请联系{roleNames[lowestToSeeWhole]}。</ExportAbout>
  return (
    <>
      <Form.Item<NumbersValues> name="numbers" label="手机号、证件号">
        <Radio.Group
          options={[
            { value: 'masked', label: '隐藏中间几位' },
            { value: 'whole', label: '完整显示' },
          ]}
        />
      </Form.Item>
      <Form.Item<NumbersValues> noStyle dependencies={['numbers']}>
        {({ getFieldValue }) => (getFieldValue('numbers') === 'whole' ? <PurposeField /> : null)}
      </Form.Item>
    </>
  )
}

function PurposeField() {
  return (
    <Form.Item<NumbersValues>
      name="purpose"
      label={purposeLimit.label}
      extra="用途写在文件中，并记入操作日志。文件含业主的完整信息，请妥善保管"
      rules={fieldRules(purposeLimit, '请填写用途，例如 逐一电话通知业主')}
    >
      <Input autoFocus autoComplete="off" maxLength={purposeLimit.max} placeholder="例如 逐一电话通知业主" />
    </Form.Item>
  )
}
