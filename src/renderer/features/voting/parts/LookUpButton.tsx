import { Form, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { asker, IDENTITY_PAPERS, identityPaperNames, type IdentityPaper } from '#shared/features/result/receipt.ts'
import { Allowed } from '../../../app-context/Allowed.tsx'
import { useCommand } from '../../../bridge/useCommand.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { minuteStamp } from '../../../ui/minuteStamp.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { useSavedFile } from '../../../ui/useSavedFile.tsx'
import { whyNot } from '../../activity/parts/whyNot.ts'
import { VoterPicker } from '../../ballot/parts/VoterPicker.tsx'
import { ExportAbout } from '../../job/parts/ExportAbout.tsx'
import { TextItem } from '../../../ui/TextItem.tsx'

interface LookUpForm {
  readonly voter: Voter | null
  readonly identity?: IdentityPaper
  readonly askedBy: string
}

interface LookUpButtonProps {
  readonly activity: Activity
  /** The preselected ballot; null if none. */
  readonly voter?: Voter | null
}

/** 查票 (`after.md` section 5): which ballot, who asks and the identity paper, then where to save the page; opens it for printing. */
export function LookUpButton({ activity, voter = null }: LookUpButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run } = useCommand('file.saveDownload')
  const { run: open } = useCommand('file.open')
  const showSaved = useSavedFile('查票结果已保存')
  /** True if the page was saved; if the user cancels the file dialog, this dialog stays open. */
  const make = async ({ voter: chosen, identity, askedBy }: LookUpForm): Promise<boolean> => {
    if (chosen === null || identity === undefined) return false
    const saved = await run({
      endpoint: 'result.receipt',
      input: { query: { activityId: activity.id, ballotId: chosen.ballotId, identity, askedBy } },
      suggestedName: `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_查票_${minuteStamp(new Date())}.pdf`,
    })
    if (!saved.ok || saved.value === null) return false
    showSaved(saved.value)
    void open({ ticket: saved.value.ticket })
    return true
  }
  return (
    <Allowed call="result.receipt">
      <ReasonedButton reason={whyNot(activity.status, 'lookUpVote')} onClick={() => setIsAsking(true)}>
        查票
      </ReasonedButton>
      <FormDialog<LookUpForm>
        title="查票"
        isOpen={isAsking}
        initialValues={{ voter, askedBy: '' }}
        onSubmit={make}
        onClose={() => setIsAsking(false)}
        submitText="选择保存位置"
        width={640}
      >
        <ExportAbout>
          先核对来人的身份，再把这一票的登记情况保存成一页，打印后交给来人。页上没有姓名、手机号和证件号；谁来查、核对了什么，记入操作日志。
        </ExportAbout>
        <Form.Item<LookUpForm> name="voter" rules={[{ required: true, message: '请选择要查的票' }]} validateTrigger="onChange">
          <VoterField activityId={activity.id} />
        </Form.Item>
        <Form.Item<LookUpForm> name="identity" label={asker.identity.label} rules={[{ required: true, message: '请选择身份依据' }]} validateTrigger="onChange">
          <Radio.Group options={IDENTITY_PAPERS.map((paper) => ({ value: paper, label: identityPaperNames[paper] }))} />
        </Form.Item>
        <TextItem<LookUpForm> name="askedBy" limit={asker.name} placeholder="来查票的人，受托来查的写受托人" />
      </FormDialog>
    </Allowed>
  )
}

interface VoterFieldProps {
  readonly activityId: string
  /** From Form.Item. */
  readonly value?: Voter | null
  readonly onChange?: (voter: Voter | null) => void
}

function VoterField({ activityId, value = null, onChange = () => undefined }: VoterFieldProps) {
  return <VoterPicker inForm="required" findsCodes label="要查的票" activityId={activityId} value={value} onChange={onChange} />
}
