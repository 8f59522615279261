import { Col, Form, Input, Row } from 'antd'
import type { Rule } from 'antd/es/form'
import { NO_PHONE } from '#shared/owner/numbers.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { propertyRecord as limits } from '#shared/records/property.ts'
import type { TextLimit } from '#shared/text/limits.ts'
import { fieldRules, judged } from '../../../../ui/fieldRules.ts'
import { countFault, phoneFault, typedAreaFault, type PropertyFormValues } from './propertyForm.ts'

interface OwnerFieldsProps {
  /** False if an empty field keeps the current owner. */
  readonly isRequired: boolean
  readonly hasFocus?: boolean
  /** The phone as initially shown; if unchanged, it may be a mask. */
  readonly shownPhone?: string
  /** Why the area cannot be changed, as a message; null if it can. */
  readonly areaFixed?: string | null
}

/** Validates that there is one per owner. */
const counted =
  (field: 'phone' | 'idNumber'): Rule =>
  ({ getFieldValue }) =>
    judged((typed: string | undefined) => countFault(field, getFieldValue('ownerName') as string | undefined, typed))

/** Rules of a text field; `isRequired` is false if empty keeps the current value. */
export const textRules = (limit: TextLimit, isRequired: boolean): Rule[] => (isRequired ? fieldRules(limit) : fieldRules(limit, null))
const missingArea: Rule = { required: true, whitespace: true, message: say.area }

/** Area and owners: the editable fields if the place is fixed. */
export function OwnerFields({ isRequired, hasFocus = false, shownPhone = '', areaFixed = null }: OwnerFieldsProps) {
  return (
    <>
      <Row gutter={16}>
        <Col span={8}>
          <Form.Item<PropertyFormValues>
            name="area"
            label={limits.areaHundredths.label}
            rules={[...(isRequired ? [missingArea] : []), judged(typedAreaFault)]}
            extra={areaFixed}
            validateFirst
          >
            <Input
              autoFocus={hasFocus && areaFixed === null}
              disabled={areaFixed !== null}
              autoComplete="off"
              inputMode="decimal"
              suffix="㎡"
              placeholder="例如 89.50"
            />
          </Form.Item>
        </Col>
        <Col span={16}>
          <OwnerNameField isRequired={isRequired} hasFocus={hasFocus && areaFixed !== null} />
        </Col>
      </Row>
      <OwnerContactFields isRequired={isRequired} shownPhone={shownPhone} />
    </>
  )
}

export function OwnerNameField({ isRequired, hasFocus = false }: OwnerFieldsProps) {
  const form = Form.useFormInstance<PropertyFormValues>()
  /** Revalidates the counts after the owners have changed. */
  const recount = () => {
    const filled = (['phone', 'idNumber'] as const).filter((field) => (form.getFieldValue(field) ?? '') !== '')
    if (filled.length > 0) {
      form.validateFields(filled).catch(() => {
        // Errors are shown at their fields.
      })
    }
  }
  return (
    <Form.Item<PropertyFormValues>
      name="ownerName"
      label={limits.ownerName.label}
      extra="多人用 / 分隔"
      rules={textRules(limits.ownerName, isRequired)}
      validateFirst
    >
      <Input autoFocus={hasFocus} autoComplete="off" placeholder="例如 张三/李四" onBlur={recount} />
    </Form.Item>
  )
}

/** Phones, at least one per owner, and ID numbers, exactly one per owner. */
export function OwnerContactFields({ isRequired, shownPhone = '' }: Pick<OwnerFieldsProps, 'isRequired' | 'shownPhone'>) {
  return (
    <>
      <Form.Item<PropertyFormValues>
        name="phone"
        label={limits.phone.label}
        extra={`座机写成 0532-88888888；产权人之间用 / 分隔，同一人多个号码用 + 连接；没有填 ${NO_PHONE}`}
        rules={[...textRules(limits.phone, isRequired), judged((typed) => (typed === shownPhone ? null : phoneFault(typed))), counted('phone')]}
        validateFirst
      >
        <Input autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item<PropertyFormValues>
        name="idNumber"
        label={limits.idNumber.label}
        extra="可不填；多人用 / 分隔，个数与产权人相同"
        rules={[...fieldRules(limits.idNumber), counted('idNumber')]}
        validateFirst
      >
        <Input autoComplete="off" />
      </Form.Item>
    </>
  )
}
