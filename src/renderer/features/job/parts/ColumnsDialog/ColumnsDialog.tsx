import { Form, Select } from 'antd'
import type { ColumnMapping, NamedField, ReadHeader } from '#shared/import/columns.ts'
import { judged } from '../../../../ui/fieldRules.ts'
import { FormDialog } from '../../../../ui/FormDialog.tsx'
import styles from './columnsDialog.module.css'

type ColumnValues = Readonly<Record<string, string | null | undefined>>

/** A sheet whose columns are to be named. */
interface UnnamedSheet {
  /** The file's headers, with their recognised fields. */
  readonly headers: readonly ReadHeader[]
  readonly fields: readonly NamedField[]
  readonly hints?: Readonly<Record<string, string>>
  /** Initially focused field; defaults to the first, also if it does not exist. */
  readonly first?: string | undefined
}

interface ColumnsDialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Explanation above the fields. */
  readonly note: string
  readonly sheet: UnnamedSheet
  readonly submitText: string
  /** Returns true to close the dialog. */
  readonly onSubmit: (mapping: ColumnMapping) => Promise<boolean>
  readonly onClose: () => void
}

/** Assigns a workbook's columns by hand where the headers are not recognised. */
export function ColumnsDialog({ title, isOpen, note, sheet, submitText, onSubmit, onClose }: ColumnsDialogProps) {
  const { headers, fields, hints = {}, first } = sheet
  const focused = fields.some(({ field }) => field === first) ? first : fields[0]?.field
  const options = [...new Set(headers.map(({ text }) => text))].map((text) => ({ value: text, label: text }))
  return (
    <FormDialog<ColumnValues>
      title={title}
      isOpen={isOpen}
      initialValues={Object.fromEntries(headers.flatMap(({ text, field }) => (field === '' ? [] : [[field, text]])))}
      onSubmit={(values) => onSubmit(mappingIn(values, fields, headers))}
      onClose={onClose}
      submitText={submitText}
      width={640}
    >
      <p className="lead">{note}</p>
      <div className={styles.columns}>
        {fields.map(({ field, name, isRequired }) => (
          <Form.Item
            key={field}
            name={field}
            label={name}
            extra={hints[field]}
            rules={[
              { required: isRequired, message: `请指明哪一列是${name}` },
              ({ getFieldsValue }) => onlyOnce(field, fields, () => getFieldsValue(true) as ColumnValues),
            ]}
          >
            <Select
              autoFocus={field === focused}
              allowClear
              showSearch
              optionFilterProp="label"
              placeholder={isRequired ? '请选择' : '没有这一列'}
              options={options}
            />
          </Form.Item>
        ))}
      </div>
    </FormDialog>
  )
}

/** Maps the chosen headers to their fields; recognised headers chosen for no field are ignored. */
function mappingIn(values: ColumnValues, fields: readonly NamedField[], headers: readonly ReadHeader[]): ColumnMapping {
  const chosen = fields.flatMap(({ field }) => {
    const text = values[field]
    return text === undefined || text === null ? [] : [[text, field] as const]
  })
  const left = headers.filter(({ field }) => field !== '').map(({ text }) => [text, ''] as const)
  return Object.fromEntries([...left, ...chosen])
}

/** Each column maps to only one field. */
const onlyOnce = (field: string, fields: readonly NamedField[], valuesOf: () => ColumnValues) =>
  judged((text: string | null | undefined) => {
    const values = valuesOf()
    const other = fields.find((one) => one.field !== field && text !== undefined && text !== null && values[one.field] === text)
    return other === undefined ? null : `“${text}”已指明为${other.name}`
  })
