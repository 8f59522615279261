import { Form, Select } from 'antd'
import { comparisonColumns, comparisonFields, type ComparisonField } from '#shared/features/checkup/sheet.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { AskedColumns } from './useComparison.ts'
import styles from './checkup.module.css'

type ColumnValues = Partial<Record<ComparisonField, string>>

const fields = Object.keys(comparisonFields) as ComparisonField[]
const hints: Partial<Record<ComparisonField, string>> = {
  place: '一列里写着整个位置的，选这一列；分列写的，选下面的楼栋、单元、房号',
}

interface ColumnsDialogProps {
  /** null closes it. */
  readonly asked: AskedColumns | null
  readonly onCompare: (asked: AskedColumns, mapping: Readonly<Record<string, ComparisonField>>) => Promise<boolean>
  readonly onClose: () => void
}

/** Which column of the other list is what, where its headers do not say. */
export function ColumnsDialog({ asked, onCompare, onClose }: ColumnsDialogProps) {
  const columns = (asked?.columns ?? []).map((column) => ({ value: column, label: column }))
  const compare = (values: ColumnValues): Promise<boolean> => {
    const entries = fields.flatMap((field): [string, ComparisonField][] => {
      const column = values[field]
      return column === undefined || column === null ? [] : [[column, field]]
    })
    return asked ? onCompare(asked, Object.fromEntries(entries)) : Promise.resolve(false)
  }
  return (
    <FormDialog<ColumnValues>
      title="指明对照表的列"
      isOpen={asked !== null}
      initialValues={{}}
      onSubmit={compare}
      onClose={onClose}
      submitText="开始对照"
      width={640}
    >
      <p className={styles.columnsNote}>没有认出“{asked?.file.name}”中写位置的列。请指明哪一列是什么；没有的留空。至少要有房屋坐落，或者楼栋和房号。</p>
      <div className={styles.columns}>
        {fields.map((field) => (
          <Form.Item key={field} name={field} label={comparisonColumns[comparisonFields[field]].name} extra={hints[field]}>
            <Select autoFocus={field === fields[0]} allowClear placeholder="没有这一列" options={columns} />
          </Form.Item>
        ))}
      </div>
    </FormDialog>
  )
}
