import { Col, Form, Input, Row } from 'antd'
import type { Rule } from 'antd/es/form'
import { NO_PHONE } from '#shared/contract/values.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { areaFault, countFault, phoneFault, type PropertyFormValues } from './propertyForm.ts'

interface PropertyFieldsProps {
  /** The edit form requires only the room (`console.md` section 5). */
  readonly isEdit: boolean
}

const verdict = (fault: string | null): Promise<void> => (fault === null ? Promise.resolve() : Promise.reject(new Error(fault)))

const judged = (judge: (typed: string | undefined) => string | null): Rule => ({
  validator: (_, typed: string | undefined) => verdict(judge(typed)),
})

/** As many as owners: phones and ID numbers are counted against the field beside them. */
const counted: Rule = ({ getFieldValue }) => ({
  validator: (_, typed: string | undefined) => verdict(countFault(getFieldValue('ownerName') as string | undefined, typed)),
})

const atMost = (label: string, max: number): Rule => ({ max, message: `${label}不能超过${max}个字符` })

const requiredWhere =
  (isRequired: boolean) =>
  (message: string): Rule[] =>
    isRequired ? [{ required: true, whitespace: true, message }] : []

/** The fields of a house; checked on blur. */
export function PropertyFields({ isEdit }: PropertyFieldsProps) {
  const required = requiredWhere(!isEdit)
  return (
    <>
      <Row gutter={16}>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="period" label="分期" rules={[...required(say.period), atMost('分期', 20)]} validateFirst>
            <Input autoFocus={!isEdit} autoComplete="off" placeholder="例如 一期" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="zone" label="区" rules={[atMost('区', 20)]}>
            <Input autoComplete="off" placeholder="没有可不填" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="building" label="楼栋" rules={[...required(say.building), atMost('楼栋', 20)]} validateFirst>
            <Input autoComplete="off" placeholder="例如 3栋" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="unit" label="单元" rules={[atMost('单元', 20)]}>
            <Input autoComplete="off" placeholder="例如 1单元" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="floor" label="楼层" rules={[atMost('楼层', 20)]}>
            <Input autoComplete="off" placeholder="不填按房号推算" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues>
            name="room"
            label="房号"
            rules={[{ required: true, whitespace: true, message: say.room }, atMost('房号', 20)]}
            validateFirst
          >
            <Input autoFocus={isEdit} autoComplete="off" placeholder="例如 1201" />
          </Form.Item>
        </Col>
      </Row>
      <OwnerFields isRequired={!isEdit} />
    </>
  )
}

/** The area and the owners: what stays open where the place is fixed. */
export function OwnerFields({ isRequired }: { readonly isRequired: boolean }) {
  const form = Form.useFormInstance<PropertyFormValues>()
  const required = requiredWhere(isRequired)
  /** The owners have changed: what is counted against them is judged anew. */
  const recount = () => {
    const filled = (['phone', 'idNumber'] as const).filter((field) => (form.getFieldValue(field) ?? '') !== '')
    if (filled.length > 0) {
      form.validateFields(filled).catch(() => {
        // What is wrong stands under its field.
      })
    }
  }
  return (
    <>
      <Row gutter={16}>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="area" label="面积" rules={[...required(say.area), judged(areaFault)]} validateFirst>
            <Input autoComplete="off" inputMode="decimal" suffix="㎡" placeholder="例如 89.50" />
          </Form.Item>
        </Col>
        <Col span={16}>
          <Form.Item<PropertyFormValues>
            name="ownerName"
            label="产权人"
            extra="多人用 / 分隔"
            rules={[...required(say.ownerName), atMost('产权人', 500)]}
            validateFirst
          >
            <Input autoComplete="off" placeholder="例如 张三/李四" onBlur={recount} />
          </Form.Item>
        </Col>
      </Row>
      <Form.Item<PropertyFormValues>
        name="phone"
        label="手机号"
        extra={`没有手机号填 ${NO_PHONE}；多人用 / 分隔，个数与产权人相同`}
        rules={[...required(say.phone), judged(phoneFault), counted]}
        validateFirst
      >
        <Input autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item<PropertyFormValues>
        name="idNumber"
        label="证件号"
        extra="可不填；多人用 / 分隔，个数与产权人相同"
        rules={[atMost('证件号', 500), counted]}
        validateFirst
      >
        <Input autoComplete="off" />
      </Form.Item>
    </>
  )
}
