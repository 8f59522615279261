import { Checkbox } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { BallotStateTag } from '../ballot/parts/BallotStateTag.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { formatArea } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { madeInWords, receiptInWords } from './parts/records/recordWords.ts'
import { SeparatedText } from '../../ui/SeparatedText.tsx'
import type { DeskAction } from './desk.ts'
import type { Entry } from './deskState.ts'
import { codeOfMark, joinRefusal, type DeskMode } from './modes.ts'
import { ProxyChoice } from './ProxyChoice.tsx'
import styles from './desk.module.css'

interface OwnerCardProps extends Pick<Entry, 'owner' | 'others' | 'joined' | 'proxy' | 'isVoterSaid'> {
  readonly activity: Activity
  readonly mode: DeskMode
  readonly act: (action: DeskAction) => void
  readonly isLocked: boolean
  /** The live record, once it is known. */
  readonly standing: VoteRecord | undefined
  /** Why a vote cannot be voided now; null where it can. */
  readonly voidRefusal: string | null
  /** Why a mark cannot be taken back now; null where it can. */
  readonly unmarkRefusal: string | null
  readonly onVoid: (voter: Voter) => void
  readonly onUnmark: (voter: Voter) => void
}

/** Who votes: the owner, the properties that share the ballot, and the same owner's other ballots. */
export function OwnerCard(props: OwnerCardProps) {
  const { activity, owner, others, joined, proxy, isVoterSaid, mode, act, isLocked, standing, voidRefusal, unmarkRefusal, onVoid, onUnmark } = props
  const { ownerName, phone, idNumber, place, areaHundredths, sharedProperties, markedCode, ballotState, paperState } = owner
  const sharedPropertyCount = owner.sharedPropertyCount ?? sharedProperties.length
  const of = { kind: 'roster', id: owner.rosterPropertyId } as const
  return (
    <section className={styles.owner} aria-label="业主信息">
      <h2 className={styles.ownerName}>
        <SeparatedText text={ownerName} />
      </h2>
      <dl className={styles.facts}>
        <dt>房屋坐落</dt>
        <dd>
          <PropertyLine place={place} areaHundredths={areaHundredths} />
        </dd>
        <dt>票权状态</dt>
        <dd className={styles.ownerState}>
          <BallotStateTag className={styles.ballotState} ballot={owner} />
          {ballotState === BallotState.voted ? (
            <ReasonedButton size="small" danger reason={voidRefusal} onClick={() => onVoid(owner)}>
              作废
            </ReasonedButton>
          ) : null}
          {/* A paper's mark goes with the paper: 选票管理. */}
          {ballotState === BallotState.marked && paperState === -1 ? (
            <ReasonedButton size="small" reason={unmarkRefusal} onClick={() => onUnmark(owner)}>
              撤销标记
            </ReasonedButton>
          ) : null}
        </dd>
        {standing ? <StandingVote record={standing} /> : null}
        <dt>{codeLabels[paperState === -1 ? 'hand' : 'paper']}</dt>
        <dd>{markedCode === '' ? '无' : markedCode}</dd>
        <dt>手机号</dt>
        <dd>{phone === '' ? '未登记' : <StoredNumber of={of} text={phone} kind="phone" />}</dd>
        <dt>证件号</dt>
        <dd>{idNumber === '' ? '未登记' : <StoredNumber of={of} text={idNumber} kind="idNumber" />}</dd>
      </dl>
      {ballotState === BallotState.voted || owner.ballotId === '' ? null : (
        <ProxyChoice activity={activity} owner={owner} chosen={proxy} isVoterSaid={isVoterSaid} mode={mode} isLocked={isLocked} act={act} />
      )}
      {mode !== 'mark' && others.length > 0 ? (
        <OtherBallots others={others} joined={joined} mode={mode} act={act} isLocked={isLocked || proxy !== null} />
      ) : null}
      {sharedPropertyCount > 0 ? <SharedProperties owner={owner} propertyCount={sharedPropertyCount + 1} /> : null}
    </section>
  )
}

/** When and by whom the live record was made, and how its paper came in where that was out of the ordinary. */
function StandingVote({ record }: { readonly record: VoteRecord }) {
  const receipt = receiptInWords(record)
  return (
    <>
      <dt>登记</dt>
      <dd className="tabular">{madeInWords(record)}</dd>
      {receipt === '' ? null : (
        <>
          <dt>收票</dt>
          <dd className="tabular">{receipt}</dd>
        </>
      )}
    </>
  )
}

/** Last, for they may be many: what is to be known of every ballot stays above them. */
function SharedProperties({ owner: { place, areaHundredths, sharedProperties }, propertyCount }: { readonly owner: Voter; readonly propertyCount: number }) {
  const total = sharedProperties.reduce((sum, property) => sum + property.areaHundredths, areaHundredths)
  // A search answers the first of very many: the rest comes with the owner's ballots.
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

function OtherBallots({ others, joined, mode, act, isLocked }: Pick<OwnerCardProps, 'others' | 'joined' | 'mode' | 'act' | 'isLocked'>) {
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
            onChange={() => act({ type: 'joinToggled', ballotId: other.ballotId })}
          >
            {[other.place, ...other.sharedProperties.map(({ place }) => place)].join('、')} <BallotStateTag ballot={other} markedCode={codeOfMark(other)} />
          </Checkbox>
        )
      })}
    </div>
  )
}
