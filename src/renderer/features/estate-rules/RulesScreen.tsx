import { Descriptions, Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import { deliveryRuleInWords } from '#shared/features/activity/deliveryPolicy.ts'
import { seatOrderNames } from '#shared/features/activity/elections.ts'
import type { EstateRules } from '#shared/features/estate-rules/contract.ts'
import { clauseNames, versionName, type ClauseField } from '#shared/features/estate-rules/rules.ts'
import { chinaDay, formatTime } from '#shared/time/chinaTime.ts'
import { Act } from '../../app-context/Act.tsx'
import { estatePaths } from '../../app-context/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { ruleName } from '../activity/parts/countingRules.ts'
import { proxyLimitWords } from '../activity/parts/proxyLimitWords.ts'
import { StoredDocument } from '../file/parts/attachments/StoredDocument.tsx'
import { RulesPage } from './RulesPage.tsx'
import styles from './estateRules.module.css'

/** 议事规则 of an estate (`after.md` section 7): all versions, and which is in force. */
export function RulesScreen() {
  return (
    <RulesPage>
      {(estate, rules) => {
        const add = <Act call="estateRules.save" text="新增一版" type="primary" to={estatePaths.newRules(estate.id)} />
        return rules.length === 0 ? (
          <PageFrame>
            <EmptyState text={`“${estate.name}”还没有登记议事规则。登记以后，新建投票会按它填写`} action={add} />
          </PageFrame>
        ) : (
          <PageFrame about={estate.name} actions={add}>
            <Versions rules={rules} />
          </PageFrame>
        )
      }}
    </RulesPage>
  )
}

/** The versions, newest first; the one in force is expanded, else the newest. */
function Versions({ rules }: { readonly rules: readonly EstateRules[] }) {
  const open = rules.find((each) => each.isInForce) ?? rules[0]
  return (
    <div className={styles.versions}>
      {rules.map((each) => (
        <details key={each.id} className={styles.version} open={each === open} aria-label={`${versionName(each.version)} ${each.title}`}>
          <summary>
            <span className={styles.versionName}>{versionName(each.version)}</span>
            <span className={styles.versionTitle}>{each.title}</span>
            <span className="tabular">{each.effectiveFrom} 起生效</span>
            <VersionState rules={each} />
          </summary>
          <VersionView rules={each} />
        </details>
      ))}
    </div>
  )
}

function VersionState({ rules: { isInForce, effectiveFrom } }: { readonly rules: EstateRules }) {
  const [today] = useState(() => chinaDay(Date.now()))
  if (isInForce) return <StateTag tone="green">现行</StateTag>
  return effectiveFrom > today ? <StateTag tone="blue">尚未生效</StateTag> : <StateTag tone="grey">已被取代</StateTag>
}

function VersionView({ rules }: { readonly rules: EstateRules }) {
  const { countingRule, ruleBasis, proxyLimit, seatOrder, noticeDays, deliveryPolicy, clauses, files } = rules
  const withClause = (field: ClauseField, words: ReactNode) => (
    <>
      <div>{words}</div>
      {clauses[field] === '' ? null : <div className={styles.clause}>依据：{clauses[field]}</div>}
    </>
  )
  const policy =
    deliveryPolicy.length === 0 ? '未约定，登记过的送达一律同样看待' : deliveryPolicy.map((rule) => <div key={rule.method}>{deliveryRuleInWords(rule)}</div>)
  return (
    <Descriptions
      bordered
      size="small"
      column={2}
      styles={{ label: { width: '11em' } }}
      items={[
        { key: 'votetype', label: clauseNames.votetype, children: withClause('votetype', ruleName(countingRule)) },
        { key: 'rulebasis', label: '议事规则依据', children: ruleBasis || '无' },
        { key: 'proxylimit', label: clauseNames.proxylimit, children: withClause('proxylimit', proxyLimitWords(proxyLimit)) },
        { key: 'seatorder', label: clauseNames.seatorder, children: withClause('seatorder', seatOrder === null ? '未约定' : seatOrderNames[seatOrder]) },
        {
          key: 'noticedays',
          label: clauseNames.noticedays,
          children: withClause('noticedays', noticeDays === 0 ? '未约定' : `开启投票前公示满 ${noticeDays} 日`),
        },
        {
          key: 'made',
          label: '登记',
          children: (
            <span className="tabular">
              {rules.creator}，{rules.createdAt === null ? '' : formatTime(rules.createdAt).slice(0, 16)}
            </span>
          ),
        },
        { key: 'deliverypolicy', label: clauseNames.deliverypolicy, span: 2, children: withClause('deliverypolicy', policy) },
        {
          key: 'files',
          label: '原文',
          span: 2,
          children:
            files.length === 0 ? (
              '无'
            ) : (
              <Flex gap="small" wrap>
                {files.map((file) => (
                  <StoredDocument key={file.url} document={file} />
                ))}
              </Flex>
            ),
        },
      ]}
    />
  )
}
