import { Alert, Button, Descriptions, Flex, Form } from 'antd'
import { useState } from 'react'
import type { Activity, Topic } from '#shared/features/activity/contract.ts'
import { deliveryRuleInWords, type DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { activityLimits, ActivityStatus, answersOf, TopicType, type CountingRule, answerNames, secondEntry } from '#shared/features/activity/rules.ts'
import { DEFAULT_SEAT_ORDER, seatOrderNames } from '#shared/features/activity/elections.ts'
import { lawItemLabel, topicRuleName } from '#shared/features/activity/law.ts'
import { rulesInWords } from '#shared/features/estate-rules/rules.ts'
import { dictionaries } from '#shared/features/dictionary/labels.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useMay } from '../../app-context/may.ts'
import { fieldRules } from '../../ui/fieldRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { ReasonField } from '../../ui/ReasonField.tsx'
import { ActivitySteps } from './ActivitySteps.tsx'
import { ActivityFunnel } from './parts/funnel/ActivityFunnel.tsx'
import { extensionInWords } from './parts/ExtendedTag.tsx'
import { ActivityStatusTag } from './parts/ActivityStatusTag.tsx'
import { StoredDocument } from '../file/parts/attachments/StoredDocument.tsx'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { proxyLimitWords } from './parts/proxyLimitWords.ts'
import { quorumWords, ruleName, ruleWords } from './parts/countingRules.ts'
import { formatCount } from '../../ui/numbers.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { StoredPreview } from './BallotPreview.tsx'
import { useActivityActions } from './activityActions.tsx'
import { ActivityPage } from './parts/ActivityPage.tsx'
import { TurnoutBars } from './parts/turnout/TurnoutBars.tsx'
import { whyNotNow } from './parts/whyNot.ts'
import { actionNames, actionState } from './rowActions.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import type { Attached } from './editor/activityForm.ts'
import { minutesOf } from '../../ui/moments.ts'
import styles from './activity.module.css'

interface ActivityViewProps {
  readonly activity: Activity
  /** Why the activity cannot be edited, if the user came to edit it. */
  readonly refusal?: string
}

/** The tab 概况 of an activity's page. */
export function ActivityOverviewScreen() {
  return <ActivityPage>{(activity) => <ActivityView activity={activity} />}</ActivityPage>
}

/** An activity, read-only. */
export function ActivityView({ activity, refusal }: ActivityViewProps) {
  const [isPreviewing, setIsPreviewing] = useState(false)
  const { countingRule, ruleBasis, summary, detail, topics } = activity
  const { participants, silent, passes } = ruleWords[countingRule]
  return (
    <PageFrame
      actions={
        <>
          <Button onClick={() => setIsPreviewing(true)}>预览</Button>
          <CreatorsButtons activity={activity} />
        </>
      }
    >
      <ActivitySteps activity={activity} />
      <ActivityFunnel activityId={activity.id} />
      <Turnout activity={activity} />
      {refusal === undefined ? null : <Alert className={styles.viewRefusal} type="info" showIcon title={`${refusal}，以下内容只能查看`} />}
      <Descriptions
        bordered
        size="small"
        column={2}
        styles={{ label: { width: '9.5em' } }}
        items={[
          { key: 'title', label: '标题', span: 2, children: <span className={styles.viewText}>{activity.title}</span> },
          { key: 'estate', label: '小区', children: activity.estateName },
          { key: 'status', label: '状态', children: <ActivityStatusTag status={activity.status} /> },
          { key: 'startsAt', label: '开始时间', children: <span className="tabular">{minutesOf(activity.startsAt)}</span> },
          { key: 'endsAt', label: '结束时间', children: <span className="tabular">{minutesOf(activity.endsAt)}</span> },
          ...activity.extensions.map((extension, index) => ({
            key: `extension ${index}`,
            label: '延期',
            span: 2,
            children: <span className={`${styles.viewText} tabular`}>{extensionInWords(extension)}</span>,
          })),
          {
            key: 'rule',
            label: '计票方式',
            span: 2,
            children: (
              <>
                <div>{ruleName(countingRule)}</div>
                <div className={styles.viewNote}>
                  {participants}；{silent}。{quorumWords}。{passes}。
                </div>
              </>
            ),
          },
          ...(ruleBasis !== '' ? [{ key: 'ruleBasis', label: '议事规则依据', span: 2, children: ruleBasis }] : []),
          ...(activity.rulesVersion === null
            ? []
            : [{ key: 'rules', label: '议事规则', span: 2, children: rulesInWords(activity.rulesVersion, activity.rulesDiffer) }]),
          { key: 'proxyLimit', label: '受托上限', span: 2, children: proxyLimitWords(activity.proxyLimit) },
          { key: 'secondEntry', label: secondEntry.label, span: 2, children: <SecondEntrySetting activity={activity} /> },
          { key: 'deliveryPolicy', label: '认可的送达方式', span: 2, children: <Policy policy={activity.deliveryPolicy} /> },
          { key: 'scope', label: '投票范围', span: 2, children: <Scope activity={activity} /> },
          { key: 'summary', label: '简介', span: 2, children: <span className={styles.viewText}>{summary || '无'}</span> },
          { key: 'detail', label: '详情', span: 2, children: <span className={styles.viewText}>{detail || '无'}</span> },
          { key: 'attached', label: '附件', span: 2, children: <AttachedView of="活动" attached={activity} otherwise="无" /> },
        ]}
      />
      <h2 className={styles.viewHeading}>议题（{formatCount(topics.length)} 个）</h2>
      <ol className={styles.viewTopics}>
        {topics.map((topic) => (
          <li key={topic.id}>
            <TopicView topic={topic} rule={countingRule} />
          </li>
        ))}
      </ol>
      {isPreviewing ? <StoredPreview activity={activity} onClose={() => setIsPreviewing(false)} /> : null}
    </PageFrame>
  )
}

/** The creator's actions on a whole activity; other users see those permitted to them. */
function CreatorsButtons({ activity }: { readonly activity: Activity }) {
  const user = useCurrentUser()
  const { act, question } = useActivityActions()
  return (
    <>
      {(['extend', 'handover', 'edit'] as const).map((action) => {
        const state = actionState(action, activity, user)
        if (!state.isShown) return null
        const reason = state.refusedStep === null ? null : whyNotNow(activity, state.refusedStep)
        return <Act key={action} text={actionNames[action]} reason={reason} onClick={() => act(action, activity)} />
      })}
      {question}
    </>
  )
}

/** Whether every paper is entered twice: the creator can still request it after papers were issued, but cancel it only with a reason. */
function SecondEntrySetting({ activity }: { readonly activity: Activity }) {
  const { id: userId } = useCurrentUser()
  const [isAsking, setIsAsking] = useState(false)
  const isOn = activity.secondEntry === 1
  const { send, isSending } = useSend('activity.secondEntry', {
    refreshes: ['activity.get', 'activity.list', 'reading.summary', 'reading.due'],
    success: isOn ? '已取消双人复录' : '已开始双人复录',
  })
  const set = async (asked: 0 | 1, reason: string) => (await send({ body: { id: activity.id, secondEntry: asked, reason } })).ok
  const mayChange = useMay('activity.secondEntry') && activity.creator === userId && whyNotNow(activity, 'secondEntry') === null
  return (
    <Flex gap="middle" align="center" wrap>
      <span>{secondEntry.names[activity.secondEntry]}</span>
      {mayChange ? (
        <Act text={isOn ? '取消双人复录' : '开始双人复录'} size="small" loading={isSending} onClick={() => (isOn ? setIsAsking(true) : void set(1, ''))} />
      ) : null}
      <FormDialog<{ reason: string }>
        title="取消双人复录"
        isOpen={isAsking}
        initialValues={{ reason: '' }}
        submitText="取消双人复录"
        onSubmit={({ reason }) => set(0, reason.trim())}
        onClose={() => setIsAsking(false)}
      >
        <p>取消后，没有复录的选票不再妨碍结束投票；已经复录的、等待裁定的都不变。原因写入操作日志。</p>
        <Form.Item name="reason" rules={fieldRules(activityLimits.secondEntryReason)}>
          <ReasonField {...activityLimits.secondEntryReason} ready={secondEntryReasons} />
        </Form.Item>
      </FormDialog>
    </Flex>
  )
}
const secondEntryReasons = ['改为抽票复核', '人手不足'] as const

/** Turnout relative to two thirds; nothing before voting starts. */
function Turnout({ activity: { id, status, countingRule } }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  const isBegun = status !== ActivityStatus.notStarted
  const { data } = useEndpoint('result.progress', { query: { activityId: id } }, { enabled: isBegun, refetchInterval })
  return isBegun && data ? <TurnoutBars turnout={data} countingRule={countingRule} /> : null
}

function Policy({ policy }: { readonly policy: DeliveryPolicy }) {
  if (policy.length === 0) return '未设置，登记过的送达一律同样看待'
  return policy.map((rule) => (
    <div key={rule.method} className={styles.viewText}>
      {deliveryRuleInWords(rule)}
    </div>
  ))
}

const SHOWN_PLACES = 20

function Scope({ activity: { id, scopePaths } }: { readonly activity: Activity }) {
  const counts = useEndpoint('voting.counts', { query: { activityId: id } })
  const roster = counts.data ? ` ${formatCount(counts.data.ballotCount)} 票` : counts.error ? '暂时没有取到' : '正在读取…'
  const places = scopePaths.slice(0, SHOWN_PLACES).map(pathInWords).join('、')
  const rest = scopePaths.length > SHOWN_PLACES ? ` 等 ${formatCount(scopePaths.length)} 处` : ''
  return (
    <>
      {scopePaths.length === 0 ? '整个小区' : `${places}${rest}`}，票权清册{roster}
      {counts.error && !counts.data ? <LineAct text="重试" onClick={() => void counts.refetch()} /> : null}
    </>
  )
}

function TopicView({ topic, rule }: { readonly topic: Topic; readonly rule: CountingRule }) {
  const { sortNo, title, topicType, voteModel, lawItem, seats, seatOrder, options } = topic
  const kind = dictionaries.VoteType.find(({ value }) => value === topicType)?.name ?? ''
  return (
    <div className={styles.topicView} role="group" aria-label={`议题 ${sortNo}`}>
      <h3 className={styles.viewText}>
        议题 {sortNo}　{title}
      </h3>
      <p className={styles.viewNote}>
        {kind}，可选：{answersOf[voteModel].map((answer) => answerNames[answer]).join('、')}
      </p>
      {lawItem === null ? null : (
        <p className={styles.viewNote}>
          民法典第二百七十八条{lawItemLabel(lawItem)}，按{topicRuleName({ rule, lawItem })}计票
        </p>
      )}
      {seats === null ? null : (
        <p className={styles.viewNote}>
          选举，应选 {formatCount(seats)} 名，{seatOrderNames[seatOrder ?? DEFAULT_SEAT_ORDER]}
        </p>
      )}
      <AttachedView of={`议题 ${sortNo}`} attached={topic} otherwise={null} />
      {topicType === TopicType.options ? (
        <ol className={styles.viewOptions}>
          {options.map((option) => (
            <li key={option.id}>
              <span className={styles.viewText}>{option.title}</span>
              <AttachedView of={`议题 ${sortNo} 选项 ${option.sortNo}`} attached={option} otherwise={null} />
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}

function AttachedView({
  of,
  attached: { pictures, files },
  otherwise,
}: {
  readonly of: string
  readonly attached: Attached
  readonly otherwise: string | null
}) {
  if (pictures.length + files.length === 0) return otherwise
  return (
    <Flex gap="small" wrap align="center">
      {pictures.length > 0 ? <StoredPictures paths={pictures} label={`${of}图片`} /> : null}
      {files.map((file) => (
        <StoredDocument key={file.url} document={file} />
      ))}
    </Flex>
  )
}
