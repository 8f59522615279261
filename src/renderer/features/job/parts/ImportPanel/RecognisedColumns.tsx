import { Alert, Tag } from 'antd'
import type { ImportPreview } from '#shared/import/contract.ts'
import styles from './importPanel.module.css'

/** How a sheet was understood: which one, the columns found, those ignored, and what else is to be known. */
export function RecognisedColumns({ fileName, preview: { sheet, columns, ignored, remarks } }: { readonly fileName: string; readonly preview: ImportPreview }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>文件</dt>
        <dd>
          {fileName}，工作表“{sheet}”
        </dd>
        <dt>识别到的列</dt>
        <dd>
          {columns.map((column) => (
            <Tag key={column} className={styles.column}>
              {column}
            </Tag>
          ))}
        </dd>
        {ignored.length > 0 ? (
          <>
            <dt>忽略的列</dt>
            <dd>
              {ignored.map((column) => (
                <Tag key={column}>{column}</Tag>
              ))}
            </dd>
          </>
        ) : null}
      </dl>
      {remarks.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={
            remarks.length === 1 ? (
              remarks[0]
            ) : (
              <ul className={styles.remarks} aria-label="提示">
                {remarks.map((remark) => (
                  <li key={remark}>{remark}</li>
                ))}
              </ul>
            )
          }
        />
      ) : null}
    </>
  )
}
