import { Button, Table } from 'antd'
import { Act } from '../../../app-context/Act.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useState } from 'react'
import { purposeLimit } from '#shared/contract/export.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import type { NotReminded, Reminded, ReminderPlan } from '#shared/features/contact/contract.ts'
import { Allowed } from '../../../app-context/Allowed.tsx'
import { useSend } from '../../../bridge/useSend.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { formatCount } from '../../../ui/numbers.ts'
import { useJob } from '../../job/parts/useJob.tsx'
import styles from './contact.module.css'
import { TextItem } from '../../../ui/TextItem.tsx'

/** The recipients: a branch (`''` is the whole roster), or ballots by id. */
export interface Whom {
  readonly path: string | null
  readonly ballotIds: string[] | null
}

interface ReminderButtonProps {
  readonly activity: Activity
  /** The recipients as text. */
  readonly scope: string
  /** Evaluated when the button is pressed. */
  readonly whom: () => Promise<Whom>
  /** Why there are no recipients; null if there are. */
  readonly reason: string | null
}

interface Asked {
  readonly whom: Whom
  readonly plan: ReminderPlan
}

/** 催票短信: shows the number of messages, their text and who gets none; sends them and reports the result. */
export function ReminderButton({ activity, scope, whom, reason }: ReminderButtonProps) {
  const preview = useSend('contact.previewReminder', { refreshes: [] })
  const remind = useSend('contact.remind', { refreshes: ['contact.list'] })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [result, setResult] = useState<Reminded | null>(null)
  const job = useJob({
    title: '正在发送催票短信',
    words: ({ done, total }) => `已处理 ${formatCount(done)} / ${formatCount(total)} 票。取消后，已发出的短信不能收回`,
  })
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    const chosen = await whom().catch(() => null) // the list above says why it cannot be read
    if (chosen !== null) {
      const sent = await preview.send({ body: { activityId: activity.id, ...chosen } })
      if (sent.ok) setAsked({ whom: chosen, plan: sent.value })
    }
    setIsOpening(false)
  }
  const submit = async ({ purpose }: { readonly purpose: string }): Promise<boolean> => {
    if (asked === null) return false
    const sent = await job.run((jobId) => remind.send({ body: { activityId: activity.id, ...asked.whom, purpose, jobId } }))
    if (sent.ok) setResult(sent.value)
    return sent.ok
  }
  const wrongStatus = stepRefusal(activity.status, 'remind') === null ? null : '投票中才能发催票短信'
  const close = () => setAsked(null)
  return (
    <Allowed call="contact.remind">
      <Act text="催票短信" size="small" reason={wrongStatus ?? reason} loading={isOpening} onClick={() => void open()} />
      <FormDialog<{ purpose: string }>
        title={`催票短信：${scope}`}
        isOpen={asked !== null && asked.plan.count > 0}
        initialValues={{ purpose: '提醒业主投票' }}
        onSubmit={submit}
        onClose={close}
        submitText={`发送 ${formatCount(asked?.plan.count ?? 0)} 条`}
        width={640}
      >
        {asked === null ? null : <Plan plan={asked.plan} />}
        <TextItem name="purpose" limit={purposeLimit} />
      </FormDialog>
      <Told title="没有可以发送催票短信的票权" isOpen={asked?.plan.count === 0} rows={asked?.plan.skipped ?? []} onClose={close} />
      <Told
        title={`催票短信：已发送 ${formatCount(result?.sent ?? 0)} 条，未发送 ${formatCount((result?.skipped.length ?? 0) + (result?.failed ?? 0))} 票`}
        isOpen={result !== null}
        rows={result === null ? [] : [...result.failures, ...result.skipped]}
        onClose={() => setResult(null)}
      />
      {job.dialog}
    </Allowed>
  )
}

function Plan({ plan: { count, text, skipped } }: { readonly plan: ReminderPlan }) {
  return (
    <>
      <p className={styles.reminder}>
        将给 <strong className="tabular">{formatCount(count)}</strong> 票的业主各发一条短信，内容如下：
      </p>
      <blockquote className={styles.text}>{text}</blockquote>
      {skipped.length === 0 ? null : (
        <>
          <p className={styles.reminder}>以下 {formatCount(skipped.length)} 票不发送：</p>
          <NotRemindedTable rows={skipped} />
        </>
      )}
    </>
  )
}

interface ToldProps {
  readonly title: string
  readonly isOpen: boolean
  readonly rows: readonly NotReminded[]
  readonly onClose: () => void
}

/** Who got no message, and why. */
function Told({ title, isOpen, rows, onClose }: ToldProps) {
  return (
    <Dialog title={title} open={isOpen} width={640} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {rows.length === 0 ? <p>全部已发送。</p> : <NotRemindedTable rows={rows} />}
    </Dialog>
  )
}

const PAGE_SIZE = 8

function NotRemindedTable({ rows }: { readonly rows: readonly NotReminded[] }) {
  return (
    <Table<NotReminded>
      className={styles.notReminded}
      size="small"
      aria-label="不发送的票权"
      rowKey="ballotId"
      dataSource={rows}
      pagination={rows.length > PAGE_SIZE ? { pageSize: PAGE_SIZE, size: 'small', showSizeChanger: false, showLessItems: true } : false}
      columns={[
        { title: '房屋', dataIndex: 'place' },
        { title: '原因', dataIndex: 'reason', width: '45%' },
      ]}
    />
  )
}
