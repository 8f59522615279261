import { Form } from 'antd'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { adjustLimits } from '#shared/features/ballot/rules.ts'
import { fieldRules } from '../../../../ui/fieldRules.ts'
import { ReasonField } from '../../../../ui/ReasonField.tsx'
import type { PropertyFormValues } from '../../../property/parts/propertyForm/propertyForm.ts'
import { askedReason } from './adjusting.ts'

/** Form field for the reason of changing a roster's heads or area; nothing if none is required. */
export function AdjustReasonItem({ status }: { readonly status: ActivityStatus }) {
  const asked = askedReason(status)
  if (!asked) return null
  return (
    <Form.Item<PropertyFormValues> name="reason" rules={fieldRules(adjustLimits.reason, '请选择或填写调整原因')}>
      <ReasonField {...asked} hasFocus={false} />
    </Form.Item>
  )
}
