import { Col, Form, Input, Row } from 'antd'
import type { Rule } from 'antd/es/form'
import { MAX_PLACE, propertyMessages as say } from '#shared/features/property/rules.ts'
import { HouseFields } from './HouseFields.tsx'
import { atMost, judged, OwnerFields, required } from './OwnerFields.tsx'
import { partFault, type PropertyFormValues } from './propertyForm.ts'

interface PropertyFieldsProps {
  /** The edit form requires only the room (`console.md` section 5). */
  readonly isEdit: boolean
}

const part = (label: string): Rule[] => [atMost(label, MAX_PLACE), judged((typed) => partFault(label, typed))]

/** The fields of a property; checked on blur. */
export function PropertyFields({ isEdit }: PropertyFieldsProps) {
  return (
    <>
      <Row gutter={16}>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="period" label="分期" rules={[...required(!isEdit, say.period), ...part('分期')]} validateFirst>
            <Input autoFocus={!isEdit} autoComplete="off" placeholder="例如 一期" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="zone" label="区" rules={[...part('区')]}>
            <Input autoComplete="off" placeholder="没有可不填" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="building" label="楼栋" rules={[...required(!isEdit, say.building), ...part('楼栋')]} validateFirst>
            <Input autoComplete="off" placeholder="例如 3栋" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="unit" label="单元" rules={[...part('单元')]}>
            <Input autoComplete="off" placeholder="例如 1单元" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="floor" label="楼层" rules={[...part('楼层')]}>
            <Input autoComplete="off" placeholder="不填按房号推算" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues>
            name="room"
            label="房号"
            rules={[{ required: true, whitespace: true, message: say.room }, ...part('房号')]}
            validateFirst
          >
            <Input autoFocus={isEdit} autoComplete="off" placeholder="例如 1201" />
          </Form.Item>
        </Col>
      </Row>
      <HouseFields />
      <OwnerFields isRequired={!isEdit} />
    </>
  )
}
