import { Form, Input } from 'antd'
import { useRef } from 'react'
import { uploadMessages } from '#shared/features/file/rules.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { changeLimits as limits, MAX_CHANGE_PICTURES } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { useSend } from '../../bridge/useSend.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PictureField } from '../file/parts/attachments/AttachmentField.tsx'
import { OwnerFields } from './parts/propertyForm/OwnerFields.tsx'
import { ownerValuesOf, wantedOf, type PropertyFormValues } from './parts/propertyForm/propertyForm.ts'
import styles from './property.module.css'

interface ChangeRequestValues extends PropertyFormValues {
  readonly applicant?: string
  readonly personPictures?: readonly string[]
  readonly propertyPictures?: readonly string[]
}

interface ChangeRequestDialogProps {
  readonly property: Property
  readonly onClose: () => void
}

/** 申请变更: what an owner asks to have changed, handed in for approval by who may not change it. */
export function ChangeRequestDialog({ property, onClose }: ChangeRequestDialogProps) {
  const handIn = useSend('propertyChange.handIn', { refreshes: ['propertyChange.list'], success: '提交成功，等待审批' })
  const submit = async (values: ChangeRequestValues) => {
    const { applicant = '', personPictures = [], propertyPictures = [] } = values
    const pictures = { personPictures: [...personPictures], propertyPictures: [...propertyPictures] }
    return (await handIn.send({ body: { propertyId: property.id, activityId: '', applicant, after: wantedOf(values, property), ...pictures } })).ok
  }
  return (
    <FormDialog<ChangeRequestValues>
      title={`申请变更 · ${placeInWords(property)}`}
      isOpen
      initialValues={{ ...ownerValuesOf(property), personPictures: [], propertyPictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      width={680}
    >
      <p className={styles.propertyEditNote}>改成业主申请的内容，由活动负责人审批后生效；号码不改的，保持显示的样子</p>
      <OwnerFields isRequired hasFocus shownPhone={property.phone} />
      <Form.Item<ChangeRequestValues> name="applicant" label={limits.applicant.label} rules={fieldRules(limits.applicant)}>
        <Input autoComplete="off" placeholder="提出申请的业主" />
      </Form.Item>
      <PicturesItem name="personPictures" label="身份证件照片" />
      <PicturesItem name="propertyPictures" label="房产证件照片" />
    </FormDialog>
  )
}

function PicturesItem({ name, label }: { readonly name: 'personPictures' | 'propertyPictures'; readonly label: string }) {
  const isPending = useRef(false)
  return (
    <Form.Item<ChangeRequestValues>
      name={name}
      label={label}
      validateTrigger={[]}
      rules={[{ validator: () => (isPending.current ? Promise.reject(new Error(uploadMessages.pending)) : Promise.resolve()) }]}
    >
      <PictureField label={label} max={MAX_CHANGE_PICTURES} onPending={(isIt) => (isPending.current = isIt)} />
    </Form.Item>
  )
}
