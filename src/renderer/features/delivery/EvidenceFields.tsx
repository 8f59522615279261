import { Form, Radio, Select } from 'antd'
import { deliveryMethodNames, evidenceNames, NOTICE, type DeliveryPolicy, type DeliveryRule } from '#shared/features/activity/deliveryPolicy.ts'
import { RELATIONS, relationNames } from '#shared/features/delivery/judging.ts'
import { deliveryMessages } from '#shared/features/delivery/rules.ts'
import { deliveryRecord as record } from '#shared/records/delivery.ts'
import { dateRule, judged } from '../../ui/fieldRules.ts'
import { DateField } from '../../ui/date/DateField.tsx'
import type { DeliveryFormValues } from './deliveryForm.ts'
import styles from './delivery.module.css'
import { TextItem } from '../../ui/TextItem.tsx'

/** The accepted delivery method used, and the evidence it requires; nothing if the activity lists no methods. */
export function EvidenceFields({ policy }: { readonly policy: DeliveryPolicy }) {
  const method = Form.useWatch<DeliveryFormValues['method']>('method')
  if (policy.length === 0) return null
  const rule = policy.find((each) => each.method === method)
  return (
    <>
      <Form.Item<DeliveryFormValues> name="method" label="认可方式" extra={rule ? wantedInWords(rule) : '不选时只作登记，“方式认可”“凭证齐全”两种口径不计入'}>
        <Select
          allowClear
          placeholder="议事规则认可的哪一种方式"
          options={policy.map((each) => ({ value: each.method, label: deliveryMethodNames[each.method] }))}
        />
      </Form.Item>
      {rule ? <FieldsOf rule={rule} /> : null}
    </>
  )
}

/** A method's requirements on one line. */
function wantedInWords({ method, clause, evidence, days }: DeliveryRule): string {
  const wanted = [
    ...(method === 1 ? ['业主本人签收'] : method === 2 ? ['同住人或业主本人签收'] : []),
    ...evidence.map((kind) => (kind === 'receipt' ? '下面附回执照片' : evidenceNames[kind])),
    ...(method === NOTICE ? ['公告前另有送达登记'] : []),
    ...(days > 0 ? [`满 ${days} 日（首日不计）`] : []),
  ]
  return [clause === '' ? '' : `依据${clause}`, wanted.length === 0 ? '' : `须有：${wanted.join('、')}`].filter((part) => part !== '').join('；')
}

function FieldsOf({ rule: { method, evidence } }: { readonly rule: DeliveryRule }) {
  const isSigned = method === 1 || method === 2
  return (
    <div className={styles.evidenceFields}>
      {isSigned ? (
        <>
          <TextItem<DeliveryFormValues> name="receiver" limit={record.receiver} placeholder="签收人姓名" />
          <Form.Item<DeliveryFormValues> name="relation" label="签收人是业主的">
            <Radio.Group options={RELATIONS.map((relation) => ({ value: relation, label: relationNames[relation] }))} />
          </Form.Item>
        </>
      ) : null}
      {evidence.includes('seconddeliverer') ? (
        <TextItem<DeliveryFormValues> name="secondDeliverer" limit={record.secondDeliverer} placeholder="一同送达的人" />
      ) : null}
      {method === 4 || evidence.includes('trackingno') ? (
        <TextItem<DeliveryFormValues> name="trackingNo" limit={record.trackingNo} placeholder="快递或挂号信的单号" />
      ) : null}
      {method === NOTICE || evidence.includes('notice') ? <NoticeFields /> : null}
    </div>
  )
}

function NoticeFields() {
  return (
    <>
      <Form.Item<DeliveryFormValues> name="noticeFrom" label="公告起" rules={[dateRule('minute')]}>
        <DateField precision="minute" placeholder="开始张贴的时间" />
      </Form.Item>
      <Form.Item<DeliveryFormValues>
        name="noticeTo"
        label="公告止"
        dependencies={['noticeFrom']}
        rules={[
          dateRule('minute'),
          ({ getFieldValue }) =>
            judged((written = '') => {
              const from = String(getFieldValue('noticeFrom') ?? '')
              return from !== '' && written !== '' && written < from ? deliveryMessages.noticeEndsBefore : null
            }),
        ]}
      >
        <DateField precision="minute" placeholder="张贴到何时" />
      </Form.Item>
    </>
  )
}
