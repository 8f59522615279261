import { Col, Form, Input, Row } from 'antd'
import type { Rule } from 'antd/es/form'
import { propertyRecord as limits } from '#shared/records/property.ts'
import type { TextLimit } from '#shared/text/limits.ts'
import { judged } from '../../../../ui/fieldRules.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { OwnerFields, textRules } from './OwnerFields.tsx'
import { partFault, type PropertyFormValues } from './propertyForm.ts'

interface PropertyFieldsProps {
  /** The edit form requires only the room (`console.md` section 5). */
  readonly isEdit: boolean
}

const part = (limit: TextLimit, isRequired: boolean): Rule[] => [
  ...textRules(limit, isRequired),
  judged((typed: string | undefined) => partFault(limit.label, typed)),
]

/** A property's fields; validated on blur. */
export function PropertyFields({ isEdit }: PropertyFieldsProps) {
  return (
    <>
      <Row gutter={16}>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="period" label={limits.period.label} rules={part(limits.period, !isEdit)} validateFirst>
            <Input autoFocus={!isEdit} autoComplete="off" placeholder="例如 一期" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="zone" label={limits.zone.label} rules={part(limits.zone, false)}>
            <Input autoComplete="off" placeholder="没有可不填" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="building" label={limits.building.label} rules={part(limits.building, !isEdit)} validateFirst>
            <Input autoComplete="off" placeholder="例如 3栋" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="unit" label={limits.unit.label} rules={part(limits.unit, false)}>
            <Input autoComplete="off" placeholder="例如 1单元" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="floor" label={limits.floor.label} rules={part(limits.floor, false)}>
            <Input autoComplete="off" placeholder="不填按房号推算" />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item<PropertyFormValues> name="room" label={limits.room.label} rules={part(limits.room, true)} validateFirst>
            <Input autoFocus={isEdit} autoComplete="off" placeholder="例如 1201" />
          </Form.Item>
        </Col>
      </Row>
      <CategoryFields />
      <OwnerFields isRequired={!isEdit} />
    </>
  )
}
