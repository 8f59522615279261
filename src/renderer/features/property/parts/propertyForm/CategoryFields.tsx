import { Col, Form, Row, Select } from 'antd'
import { areaSourceNames, areaSources, propertyCategories, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { propertyRecord } from '#shared/records/property.ts'
import type { PropertyFormValues } from './propertyForm.ts'

const categoryOptions = propertyCategories.map((value) => ({ value, label: propertyCategoryNames[value] }))
const areaSourceOptions = [{ value: 0, label: '未填写' }, ...areaSources.map((value) => ({ value, label: areaSourceNames[value] }))]

/** What a property is and where its area comes from; neither changes how its ballot counts. */
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
