import { Col, Form, Row, Select } from 'antd'
import { areaSourceNames, areaSources, occupancies, occupancyNames, propertyCategories, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { propertyRecord } from '#shared/records/property.ts'
import type { PropertyFormValues } from './propertyForm.ts'
import { TextItem } from '../../../../ui/TextItem.tsx'

const categoryOptions = propertyCategories.map((value) => ({ value, label: propertyCategoryNames[value] }))
const occupancyOptions = [{ value: 0, label: '未填写' }, ...occupancies.map((value) => ({ value, label: occupancyNames[value] }))]
const areaSourceOptions = [{ value: 0, label: '未填写' }, ...areaSources.map((value) => ({ value, label: areaSourceNames[value] }))]

/** A property's category and area source; neither affects counting. */
export function CategoryFields() {
  return (
    <Row gutter={16}>
      <Col span={8}>
        <Form.Item<PropertyFormValues> name="category" label={propertyRecord.category.label} tooltip="只用于统计和公示，不影响计票">
          <Select options={categoryOptions} />
        </Form.Item>
      </Col>
      <Col span={8}>
        <Form.Item<PropertyFormValues> name="areaSource" label={propertyRecord.areaSource.label}>
          <Select options={areaSourceOptions} />
        </Form.Item>
      </Col>
    </Row>
  )
}

/** A property's occupancy and notes for visits; only in the registry, never counted. */
export function DoorFields() {
  return (
    <Row gutter={16}>
      <Col span={8}>
        <Form.Item<PropertyFormValues> name="occupancy" label={propertyRecord.occupancy.label} tooltip="只用于走访和核对，不影响计票，不进入票权清册">
          <Select options={occupancyOptions} />
        </Form.Item>
      </Col>
      <Col span={16}>
        <TextItem<PropertyFormValues> name="remark" limit={propertyRecord.remark} placeholder="例如 白天无人，钥匙在物业前台" />
      </Col>
    </Row>
  )
}
