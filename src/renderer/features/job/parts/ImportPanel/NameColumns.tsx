import { useState } from 'react'
import { SURE_COLUMNS, type NamedField, type ReadHeader } from '#shared/import/columns.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { ColumnsDialog } from '../ColumnsDialog/ColumnsDialog.tsx'
import type { ImportWork } from './importWork.ts'
import type { Workbook } from './workbookFile.ts'

interface NameColumnsProps {
  readonly work: ImportWork
  readonly file: Workbook
  readonly headers: readonly ReadHeader[]
  readonly columns: readonly NamedField[]
  /** Required fields; prompted for immediately if the header row is certain. */
  readonly needed?: readonly string[]
}

/** 指明列: assigns columns by hand, and checks the file again. */
export function NameColumns({ work, file, headers, columns, needed = [] }: NameColumnsProps) {
  const isNeeded = needed.length > 0
  const [isOpen, setIsOpen] = useState(isNeeded && headers.filter(({ field }) => field !== '').length >= SURE_COLUMNS)
  const names = columns.filter(({ field }) => needed.includes(field)).map(({ name }) => name)
  const about = isNeeded ? `请指明哪一列是${names.join('、')}。` : '请指明哪一列是什么。'
  return (
    <>
      <Act text="指明列" type={isNeeded ? 'primary' : 'default'} size={isNeeded ? 'middle' : 'small'} onClick={() => setIsOpen(true)} />
      <ColumnsDialog
        title="指明列"
        isOpen={isOpen}
        note={`${about}“${file.name}”中没有的留空；留空的列不读取，已有的数据不变。`}
        sheet={{ headers, fields: columns, first: needed[0] }}
        submitText="重新核对"
        onSubmit={(mapping) => {
          void work.check({ ...file, mapping, isMappingRemembered: false })
          return Promise.resolve(true)
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
