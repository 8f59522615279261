import { DownloadOutlined } from '@ant-design/icons'
import { Act } from '../../../../app-context/Act.tsx'
import { useCommand } from '../../../../bridge/useCommand.ts'
import type { ImportSource } from './importSource.ts'
import { useSavedFile } from '../../../../ui/useSavedFile.tsx'

/** 下载模板: asks where to save the empty workbook, then offers to open its folder. */
export function TemplateButton({ template }: Pick<ImportSource, 'template'>) {
  const save = useCommand('file.saveTemplate')
  const tellSaved = useSavedFile()
  if (template === null) return null
  const download = async () => {
    const saved = await save.run({ template })
    if (saved.ok) tellSaved(saved.value)
  }
  return <Act text="下载模板" icon={<DownloadOutlined aria-hidden />} loading={save.isRunning} onClick={() => void download()} />
}
