import { Alert, Radio, Tag } from 'antd'
import type { NamedField } from '#shared/import/columns.ts'
import type { ImportPreview } from '#shared/import/contract.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { formatCount } from '../../../../ui/numbers.ts'
import { correctionsInWords } from './mending.ts'
import { NameColumns } from './NameColumns.tsx'
import type { ImportSource } from './importSource.ts'
import type { ImportWork } from './importWork.ts'
import type { Workbook } from './workbookFile.ts'
import styles from './importPanel.module.css'

interface RecognisedColumnsProps {
  readonly work: ImportWork
  readonly file: Workbook
  readonly columns: readonly NamedField[]
  readonly choice: ImportSource['choice']
  readonly preview: ImportPreview
}

/** How a sheet was recognised: which one, its columns, ignored ones, and further remarks. */
export function RecognisedColumns({
  work,
  file,
  columns: fields,
  choice,
  preview: { sheet, columns, ignored, headers = [], remarks },
}: RecognisedColumnsProps) {
  const { corrections = [] } = file
  return (
    <>
      <dl className={styles.facts}>
        <dt>文件</dt>
        <dd>
          {file.name}，工作表“{sheet}”
        </dd>
        <dt>识别到的列</dt>
        <dd>
          {columns.map((column) => (
            <Tag key={column} className={styles.column}>
              {column}
            </Tag>
          ))}
          {ignored.length > 0 || file.mapping ? <NameColumns work={work} file={file} headers={headers} columns={fields} /> : null}
          {file.isMappingRemembered ? <span className={styles.note}>表头与上次相同，已按上次指明的列读取</span> : null}
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
        {choice ? <FileChoice work={work} file={file} choice={choice} /> : null}
        {corrections.length > 0 ? (
          <>
            <dt>手工改正</dt>
            <dd>
              {formatCount(corrections.length)} 格：{correctionsInWords(corrections)}
              <Act text="放弃改正" size="small" onClick={() => void work.check({ ...file, corrections: [] })} />
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

interface FileChoiceProps extends Pick<RecognisedColumnsProps, 'work' | 'file'> {
  readonly choice: NonNullable<ImportSource['choice']>
}

/** An option for the file; changing it checks the file again. */
function FileChoice({ work, file, choice: { label, offText, onText } }: FileChoiceProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Radio.Group
          aria-label={label}
          size="small"
          value={file.isChosen === true}
          options={[
            { value: false, label: offText },
            { value: true, label: onText },
          ]}
          onChange={(event) => void work.check({ ...file, isChosen: event.target.value as boolean })}
        />
      </dd>
    </>
  )
}
