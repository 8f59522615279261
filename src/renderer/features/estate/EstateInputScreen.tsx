import { Flex, Form } from 'antd'
import { useId, useState } from 'react'
import type { Estate } from '#shared/features/estate/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { AwaitedPage, PageFrame } from '../../app-context/PageFrame.tsx'
import { useAddressQuery, useNavigate } from '../../app-context/navigation.ts'
import { useTab, useTabTitle } from '../../app-context/tab.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { GoneEstatePage } from './parts/GoneEstate.tsx'
import { EstateFields } from './EstateFields.tsx'
import { valuesOf, type EstateFormValues } from './estateForm.ts'
import { useEstate } from './parts/useEstate.ts'
import { useSaveEstate } from './useSaveEstate.ts'
import { estatePaths } from '../../app-context/paths.ts'
import styles from './estate.module.css'

/** The estate form as a separate page; edits the estate in the query's `estateid`. */
export function EstateInputScreen() {
  const query = useAddressQuery()
  const id = query.get('estateid') ?? ''
  const { estate, failure, retry } = useEstate(id)
  useTabTitle(estate?.name)
  if (failure !== null || estate === undefined) return <AwaitedPage failure={failure} onRetry={retry} />
  if (estate === null && id !== '') return <GoneEstatePage />
  return (
    <PageFrame>
      <EstateForm estate={estate} />
    </PageFrame>
  )
}

function EstateForm({ estate }: { readonly estate: Estate | null }) {
  // The edited estate stays as it was when opened, whatever the list returns later.
  const [opened] = useState(estate)
  const navigate = useNavigate()
  const tab = useTab()
  const save = useSaveEstate(opened)
  // Prefixes the fields' ids: another tab may show the same form.
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)
  useUnsaved(isDirty)
  const leave = () => {
    // Closing shows the next tab; so the list is opened afterwards.
    tab?.close()
    navigate(estatePaths.list)
  }
  const submit = async (values: EstateFormValues) => {
    if (await save.submit(values)) leave()
  }
  return (
    <Form<EstateFormValues>
      className={styles.form}
      name={formId}
      layout="vertical"
      initialValues={opened ? valuesOf(opened) : {}}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setIsDirty(true)}
      onFinish={(values) => void submit(values)}
    >
      {save.notice}
      <EstateFields />
      <Flex gap="small">
        <Act text="提交" type="primary" htmlType="submit" loading={save.isSaving} />
        <Act text="返回小区管理" to={estatePaths.list} />
      </Flex>
    </Form>
  )
}
