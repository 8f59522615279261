import { Form, Input, Select } from 'antd'
import { parseTime } from '#shared/time/chinaTime.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { isKnownAgent, MAX_PROXY_PICTURES, proxyLimits as limits, proxyMessages as say, proxyStatus } from '#shared/features/proxy/rules.ts'
import { isMobileShape } from '#shared/owner/numbers.ts'
import { idNumbers, phoneNumbers } from '#shared/owner/owners.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { proxyLimitWords } from '../../activity/parts/proxyLimitWords.ts'
import { VoterPicker } from '../../ballot/parts/VoterPicker.tsx'
import { PicturesItem } from '../../file/parts/attachments/AttachmentField.tsx'
import { dateRule, fieldRules, judged } from '../../../ui/fieldRules.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { DateField } from '../../../ui/date/DateField.tsx'
import { heldBy } from './proxyWords.ts'
import styles from './proxy.module.css'
import { TextItem } from '../../../ui/TextItem.tsx'

interface ProxyDialogProps {
  readonly isOpen: boolean
  readonly activity: Activity
  /** The ballot's owner if known; null: searched for in the dialog. */
  readonly owner: Voter | null
  /** Called once registered, before `onClose`. */
  readonly onSaved?: (proxy: Pick<Proxy, 'id' | 'agentName' | 'topicIds' | 'validUntil' | 'status'>) => void
  readonly onClose: () => void
}

interface ProxyFormValues {
  readonly owner?: Voter | null
  readonly agentName?: string
  readonly agentPhone?: string
  readonly agentIdNumber?: string
  readonly topicIds?: readonly string[]
  /** As typed, to the minute, in China standard time. */
  readonly validUntil?: string
  readonly pictures?: readonly string[]
}

/** 登记委托: an owner appoints an agent to vote for a ballot. */
export function ProxyDialog({ isOpen, activity, owner, onSaved, onClose }: ProxyDialogProps) {
  const save = useSend('proxy.save', { refreshes: ['proxy.list'], success: '登记委托成功' })
  const submit = async ({
    owner: chosen,
    agentName = '',
    agentPhone = '',
    agentIdNumber = '',
    topicIds = [],
    validUntil = '',
    pictures = [],
  }: ProxyFormValues) => {
    const { ballotId } = chosen ?? owner ?? {}
    if (ballotId === undefined) return false
    const agent = { agentName: agentName.trim(), agentPhone: agentPhone.trim(), agentIdNumber: agentIdNumber.trim() }
    const more = { topicIds: [...topicIds], validUntil: parseTime(validUntil), pictures: [...pictures] }
    const saved = await save.send({ body: { activityId: activity.id, ballotId, ...agent, ...more } })
    if (saved.ok) onSaved?.({ ...agent, ...more, id: saved.value.id, status: proxyStatus({ ...more, revokedAt: null }, Date.now()) })
    return saved.ok
  }
  return (
    <FormDialog<ProxyFormValues> title="登记委托" isOpen={isOpen} initialValues={{ owner, pictures: [] }} onSubmit={submit} onClose={onClose} width={640}>
      {owner === null ? (
        <Form.Item<ProxyFormValues> name="owner" rules={[{ required: true, message: '请选择委托的票权' }]}>
          <OwnerField activityId={activity.id} />
        </Form.Item>
      ) : (
        <p className="lead">
          <b>{owner.place}</b> {owner.ownerName}
        </p>
      )}
      <AgentFields activityId={activity.id} limit={activity.proxyLimit} />
      {activity.topics.length > 1 ? (
        <Form.Item<ProxyFormValues> name="topicIds" label="委托的议题" extra="不选为全部议题。没有选的议题，代为投票后不能再补投。">
          <Select
            mode="multiple"
            placeholder="全部议题"
            optionFilterProp="label"
            options={activity.topics.map(({ id, sortNo, title }) => ({ value: id, label: `${sortNo}. ${title}` }))}
          />
        </Form.Item>
      ) : null}
      <Form.Item<ProxyFormValues> name="validUntil" label="有效期至" rules={[dateRule('minute')]}>
        <DateField precision="minute" placeholder="不填为到投票结束" />
      </Form.Item>
      <PicturesItem label="委托书和证件照片" max={MAX_PROXY_PICTURES} />
    </FormDialog>
  )
}

/** The agent: name, phone and ID number, to distinguish namesakes. */
function AgentFields({ activityId, limit }: { readonly activityId: string; readonly limit: number | null }) {
  const { agentName, agentPhone, agentIdNumber } = limits
  const hasNoNumbers = (phone = '', idNumber = ''): boolean =>
    !isKnownAgent({ agentName: '', agentPhone: phoneNumbers(phone), agentIdNumber: idNumbers(idNumber) })
  return (
    <>
      <Form.Item<ProxyFormValues>
        name="agentName"
        label={agentName.label}
        {...(limit === null ? {} : { extra: <AgentLimit activityId={activityId} limit={limit} /> })}
        rules={fieldRules(agentName)}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <div className={styles.numbers}>
        <Form.Item<ProxyFormValues>
          name="agentPhone"
          label={agentPhone.label}
          dependencies={['agentIdNumber']}
          validateFirst
          rules={[
            ({ getFieldValue }) =>
              judged((phone: string | undefined) => (hasNoNumbers(phone, getFieldValue('agentIdNumber') as string | undefined) ? say.nobody : null)),
            judged((phone = '') => (phone.trim() === '' || isMobileShape(phoneNumbers(phone)) ? null : say.phoneShape)),
          ]}
        >
          <Input autoComplete="off" inputMode="numeric" maxLength={agentPhone.max} />
        </Form.Item>
        <TextItem<ProxyFormValues> name="agentIdNumber" limit={agentIdNumber} placeholder="有手机号时可不填" />
      </div>
    </>
  )
}

/** How many ballots an agent may hold, and how many the typed one already holds. */
function AgentLimit({ activityId, limit }: { readonly activityId: string; readonly limit: number }) {
  const form = Form.useFormInstance<ProxyFormValues>()
  const { agentName = '', agentPhone = '', agentIdNumber = '' } = Form.useWatch((values: ProxyFormValues) => values, form) ?? {}
  const { data } = useEndpoint(
    'proxy.list',
    { query: { activityId, ballotId: '', status: 'all', condition: '', pageNo: 1, pageSize: MAX_PAGE_SIZE } },
    { keptMs: 0 },
  )
  // If there is more than one page, only the server knows.
  const held = data && data.total <= data.rows.length ? heldBy({ agentName, agentPhone, agentIdNumber }, data.rows) : 0
  return (
    <>
      本活动每名受托人最多代理 {proxyLimitWords(limit)}
      <span role="status">{held === 0 ? '' : `，该受托人已代理 ${held} 票`}</span>
    </>
  )
}

interface OwnerFieldProps {
  readonly activityId: string
  /** From Form.Item. */
  readonly value?: Voter | null
  readonly onChange?: (voter: Voter | null) => void
}

function OwnerField({ activityId, value = null, onChange = () => undefined }: OwnerFieldProps) {
  return <VoterPicker inForm="required" label="委托的票权" activityId={activityId} value={value} onChange={onChange} />
}
