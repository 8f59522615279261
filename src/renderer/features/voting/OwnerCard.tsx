import { Alert, Checkbox } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { useState } from 'react'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { ProxyStatus, proxyStatusNames } from '#shared/features/proxy/rules.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { BallotStateTag } from '../ballot/parts/BallotStateTag.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { formatArea } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { madeInWords, receiptInWords } from './parts/records/recordWords.ts'
import { SeparatedText } from '../../ui/SeparatedText.tsx'
import type { DeskAction } from './desk.ts'
import type { Entry } from './deskState.ts'
import { codeOfMark, type DeskMode, joinRefusal } from './modes.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ProxyDialog } from '../proxy/parts/ProxyDialog.tsx'
import { leftOutInWords, topicsInWords, untilInWords } from '../proxy/parts/proxyWords.ts'
import { isProxyGood, MOST_PROXIES } from './parts/castCall.ts'
import styles from './desk.module.css'

interface OwnerCardProps {
  readonly activity: Activity
  readonly mode: DeskMode
  readonly entry: Entry
  readonly dispatch: (action: DeskAction) => void
  /** The live record, once loaded. */
  readonly standing: VoteRecord | undefined
  readonly onVoid: (voter: Voter) => void
  readonly onUnmark: (voter: Voter) => void
}

/** The voter: the owner, the properties sharing the ballot, and the owner's other ballots. */
export function OwnerCard({ activity, mode, entry, dispatch, standing, onVoid, onUnmark }: OwnerCardProps) {
  const { owner, others, proxy } = entry
  const isLocked = entry.phase !== 'open'
  const { ownerName, phone, idNumber, place, areaHundredths, sharedProperties, markedCode, ballotState, paperState } = owner
  const sharedPropertyCount = owner.sharedPropertyCount ?? sharedProperties.length
  const of = { kind: 'roster', id: owner.rosterPropertyId } as const
  return (
    <section className={styles.owner} aria-label="业主信息">
      <h2 className={styles.ownerName}>
        <SeparatedText text={ownerName} />
      </h2>
      <dl className={styles.facts}>
        <dt className={styles.plain}>房屋坐落</dt>
        <dd>
          <PropertyLine place={place} areaHundredths={areaHundredths} />
        </dd>
        <dt className={styles.plain}>票权状态</dt>
        <dd className={styles.ownerState}>
          <BallotStateTag className={styles.ballotState} ballot={owner} />
          {ballotState === BallotState.voted ? (
            <ReasonedButton size="small" danger reason={whyNot(activity.status, 'void')} onClick={() => onVoid(owner)}>
              作废
            </ReasonedButton>
          ) : null}
          {/* A paper's mark goes with the paper: 选票管理. */}
          {ballotState === BallotState.marked && paperState === -1 ? (
            <ReasonedButton size="small" reason={whyNot(activity.status, 'unmark')} onClick={() => onUnmark(owner)}>
              撤销标记
            </ReasonedButton>
          ) : null}
        </dd>
        {standing ? <StandingVote record={standing} /> : null}
        <dt>{codeLabels[paperState === -1 ? 'hand' : 'paper']}</dt>
        <dd>{markedCode === '' ? '无' : markedCode}</dd>
        <dt className={styles.plain}>手机号</dt>
        <dd>{phone === '' ? '未登记' : <StoredNumber of={of} text={phone} kind="phone" />}</dd>
        <dt className={styles.plain}>证件号</dt>
        {idNumber === '' ? (
          <dd className={styles.spare}>未登记</dd>
        ) : (
          <dd>
            <StoredNumber of={of} text={idNumber} kind="idNumber" />
          </dd>
        )}
      </dl>
      {ballotState === BallotState.voted || owner.ballotId === '' ? null : (
        <ProxyChoice activity={activity} entry={entry} mode={mode} isLocked={isLocked} dispatch={dispatch} />
      )}
      {mode !== 'mark' && others.length > 0 ? <OtherBallots entry={entry} mode={mode} dispatch={dispatch} isLocked={isLocked || proxy !== null} /> : null}
      {sharedPropertyCount > 0 ? <SharedProperties owner={owner} propertyCount={sharedPropertyCount + 1} /> : null}
    </section>
  )
}

/** Time and user of the live record, and how its paper was received if out of the ordinary. */
function StandingVote({ record }: { readonly record: VoteRecord }) {
  const receipt = receiptInWords(record)
  return (
    <>
      <dt className={styles.spare}>登记</dt>
      <dd className={`${styles.spare} tabular`}>{madeInWords(record)}</dd>
      {receipt === '' ? null : (
        <>
          <dt className={styles.spare}>收票</dt>
          <dd className={`${styles.spare} tabular`}>{receipt}</dd>
        </>
      )}
    </>
  )
}

/** At the end, since there may be many; information about every ballot stays above. */
function SharedProperties({ owner: { place, areaHundredths, sharedProperties }, propertyCount }: { readonly owner: Voter; readonly propertyCount: number }) {
  const total = sharedProperties.reduce((sum, property) => sum + property.areaHundredths, areaHundredths)
  // A search returns only the first of very many; the rest comes with the owner's ballots.
  const isWhole = sharedProperties.length + 1 >= propertyCount
  return (
    <div className={`${styles.others} ${styles.shared}`} role="group" aria-label="同票权房屋">
      <h3 className={styles.othersTitle}>
        票权共 {propertyCount} 套，
        {isWhole ? (
          <>
            <span className="tabular">{formatArea(total)}㎡</span>，
          </>
        ) : null}
        计 1 票
      </h3>
      <PropertyLine place={place} areaHundredths={areaHundredths} />
      {sharedProperties.map((property) => (
        <PropertyLine key={property.rosterPropertyId} place={property.place} areaHundredths={property.areaHundredths} />
      ))}
    </div>
  )
}

function PropertyLine({ place, areaHundredths }: { readonly place: string; readonly areaHundredths: number }) {
  return (
    <div className={styles.property}>
      <span>
        <SeparatedText text={place} between="-" />
      </span>
      <span className={`tabular ${styles.propertyArea}`}>{formatArea(areaHundredths)}㎡</span>
    </div>
  )
}

function OtherBallots({
  entry: { others, joined },
  mode,
  dispatch,
  isLocked,
}: Pick<OwnerCardProps, 'entry' | 'mode' | 'dispatch'> & { readonly isLocked: boolean }) {
  return (
    <div className={styles.others} role="group" aria-label="该业主的其他票权">
      <h3 className={styles.othersTitle}>
        该业主还有 {others.length} 票，可勾选后一并投票 <kbd>B</kbd>
      </h3>
      {others.map((other) => {
        const refusal = joinRefusal(mode, other)
        return (
          <Checkbox
            key={other.ballotId}
            checked={joined.has(other.ballotId)}
            disabled={isLocked || refusal !== null}
            {...(refusal === null ? {} : { title: refusal })}
            onChange={() => dispatch({ type: 'joinToggled', ballotId: other.ballotId })}
          >
            {[other.place, ...other.sharedProperties.map(({ place }) => place)].join('、')} <BallotStateTag ballot={other} markedCode={codeOfMark(other)} />
          </Checkbox>
        )
      })}
    </div>
  )
}

interface ProxyChoiceProps extends Pick<OwnerCardProps, 'activity' | 'mode' | 'entry' | 'dispatch'> {
  readonly isLocked: boolean
}

/** The agents who may vote for the owner and the one selected; otherwise a button to register a proxy. */
function ProxyChoice({ activity, mode, entry: { owner, proxy: chosen, isVoterSaid }, isLocked, dispatch }: ProxyChoiceProps) {
  const [isAdding, setIsAdding] = useState(false)
  const { data } = useEndpoint(
    'proxy.list',
    { query: { activityId: activity.id, ballotId: owner.ballotId, status: 'all', condition: '', pageNo: 1, pageSize: MOST_PROXIES } },
    { keptMs: 0 },
  )
  // An expired proxy may still be valid for a paper received before.
  const proxies = (data?.rows ?? []).filter(({ status }) => status !== ProxyStatus.revoked)
  const leftOut = chosen === null ? '' : leftOutInWords(chosen, activity.topics)
  const hasLive = proxies.some(({ status }) => status === ProxyStatus.live)
  const refusal = activity.proxyLimit === 0 ? '本活动不接受委托' : whyNot(activity.status, 'entrust')
  return (
    <div className={styles.others} role="group" aria-label="委托">
      <div className={styles.proxyHead}>
        <h3 className={styles.othersTitle}>委托</h3>
        {data === undefined || hasLive ? null : (
          <Allowed call="proxy.save">
            <ReasonedButton type="link" size="small" reason={refusal} onClick={() => setIsAdding(true)}>
              登记委托
            </ReasonedButton>
          </Allowed>
        )}
      </div>
      {proxies.some((proxy) => isProxyGood(proxy, owner)) && mode !== 'mark' ? (
        <>
          {chosen === null && !isVoterSaid ? <p className={styles.whoVotes}>请选择由谁投票，没有选择的在提交时再问</p> : null}
          <Checkbox
            checked={chosen === null && isVoterSaid}
            disabled={isLocked}
            onChange={({ target }) => dispatch(target.checked ? { type: 'ownerVotes' } : { type: 'proxyChosen', proxy: null })}
          >
            由业主本人投票
          </Checkbox>
        </>
      ) : null}
      {proxies.map((proxy) => (
        <Checkbox
          key={proxy.id}
          checked={chosen?.id === proxy.id}
          disabled={isLocked || mode === 'mark'}
          onChange={({ target }) => dispatch({ type: 'proxyChosen', proxy: target.checked ? proxy : null })}
        >
          由受托人 {proxy.agentName} 投票 <span className={`${styles.proxyFacts} tabular`}>{factsOf(proxy, activity)}</span>
        </Checkbox>
      ))}
      {leftOut === '' ? null : (
        <Alert type="warning" showIcon role="alert" title={`委托不包括${leftOut}。代为投票后，这些议题不能再由业主补投，按未选（无效）计入`} />
      )}
      <ProxyDialog
        isOpen={isAdding}
        activity={activity}
        owner={owner}
        // If the proxy is registered here, the agent is present.
        onSaved={(proxy) => (isProxyGood(proxy, owner) ? dispatch({ type: 'proxyChosen', proxy }) : undefined)}
        onClose={() => setIsAdding(false)}
      />
    </div>
  )
}

function factsOf(proxy: Proxy, { topics }: Activity): string {
  const state = proxy.status === ProxyStatus.live ? [] : [`${proxyStatusNames[proxy.status]}，只用于过期前收到的选票`]
  return [maskPhone(proxy.agentPhone), topicsInWords(proxy, topics), `有效期至${untilInWords(proxy)}`, ...state].filter((part) => part !== '').join('，')
}
