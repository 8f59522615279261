import { Alert, Button, Flex, Form, Input, Progress, Table } from 'antd'
import type { ReactNode } from 'react'
import { RESTORE_WORD, START_EMPTY_WORD, type Copy } from '#shared/bridge/commands.ts'
import { passwordLength } from '#shared/features/account/rules.ts'
import { COPY_PASSWORD_MISSING } from '#shared/features/system/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { sentenceOf } from '../../bridge/failure.ts'
import { formatBytes } from '../../ui/byteCount.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { choiceInWords, isUsable, kindNames, lossInWords, progressInWords, timeInWords, verdictNames } from './restoreWords.ts'
import type { Restore } from './useRestore.ts'
import styles from './backup.module.css'

interface RestorePanelProps {
  readonly restore: Restore
  /** True if there is no usable database: then an empty one can be created. */
  readonly isDamaged?: boolean
}

/** The backups, the selection, the confirmation word, and the progress. */
export function RestorePanel({ restore, isDamaged = false }: RestorePanelProps) {
  const { copies, chosen, failure, isWorking, isChoosing, load, chooseFile } = restore
  if (isWorking) return <RestoreProgressView restore={restore} />
  return (
    <div className={styles.restorePanel}>
      {failure ? <Alert type="error" showIcon role="alert" title={sentenceOf(failure)} /> : null}
      {copies ? <CopyTable copies={copies} chosen={chosen} onChosen={restore.choose} /> : failure ? null : <CopyListProgress restore={restore} />}
      <Flex gap="small" wrap>
        <Act text="选择其他位置的备份文件" onClick={chooseFile} loading={isChoosing} />
        <Button onClick={load} disabled={copies === null && failure === null}>
          刷新列表
        </Button>
      </Flex>
      {chosen ? <Confirmation key={chosen.id} copy={chosen} isDamaged={isDamaged} onConfirmed={(password) => restore.restore(chosen, password)} /> : null}
      {isDamaged && copies && !copies.some(isUsable) ? <StartEmpty onConfirmed={restore.startEmpty} /> : null}
    </div>
  )
}

function CopyListProgress({ restore }: { readonly restore: Restore }) {
  const { name, percent } = progressInWords(restore.progress ?? { stage: 'listing', share: 0 })
  return (
    <div className={styles.restoreListing} role="status">
      {name}…
      <Progress percent={percent} size="small" />
    </div>
  )
}

function RestoreProgressView({ restore }: { readonly restore: Restore }) {
  const { name, percent } = progressInWords(restore.progress)
  return (
    <div className={styles.restoreWorking} role="status">
      <p>{name}…</p>
      <Progress percent={percent} status="active" />
      <p className={styles.restoreNote}>请不要关闭程序。即使中途断电，原来的数据或恢复的数据总有一份是完整的。</p>
    </div>
  )
}

/** Number of backups visible without scrolling. */
const SEEN_AT_ONCE = 4

interface CopyTableProps {
  readonly copies: readonly Copy[]
  readonly chosen: Copy | null
  readonly onChosen: (id: string) => void
}

function CopyTable({ copies, chosen, onChosen }: CopyTableProps) {
  return (
    <Table<Copy>
      aria-label="备份列表"
      className={styles.restoreCopies}
      size="small"
      rowKey="id"
      dataSource={copies}
      pagination={false}
      {...(copies.length > SEEN_AT_ONCE ? { scroll: { y: `${SEEN_AT_ONCE * 2.85}rem` } } : {})}
      locale={{ emptyText: '数据文件夹中没有备份，请选择其他位置的备份文件（例如 U 盘）' }}
      rowSelection={{
        type: 'radio',
        selectedRowKeys: chosen ? [chosen.id] : [],
        onChange: ([id]) => (typeof id === 'string' ? onChosen(id) : undefined),
        getCheckboxProps: (copy) => ({ disabled: !isUsable(copy), 'aria-label': `选择 ${timeInWords(copy)} ${kindNames[copy.kind]}` }),
      }}
      onRow={(copy) => ({ onClick: () => (isUsable(copy) ? onChosen(copy.id) : undefined) })}
      columns={[
        { key: 'time', title: '备份时间', className: 'tabular', ellipsis: true, render: (_, copy) => timeInWords(copy) },
        { key: 'kind', title: '来源', width: '9rem', render: (_, { kind }) => kindNames[kind] },
        { key: 'size', title: '大小', align: 'right', width: '6.5rem', className: 'tabular', render: (_, { byteCount }) => formatBytes(byteCount) },
        { key: 'version', title: '数据版本', align: 'right', width: '6rem', className: 'tabular', render: (_, { version }) => version ?? '—' },
        {
          key: 'verdict',
          title: '检查结果',
          width: '10rem',
          render: (_, copy) => (
            <StateTag tone={copy.verdict === 'encrypted' ? 'blue' : isUsable(copy) ? 'green' : 'red'}>{verdictNames[copy.verdict]}</StateTag>
          ),
        },
      ]}
    />
  )
}

interface ConfirmationProps {
  readonly copy: Copy
  readonly isDamaged: boolean
  /** `password`: of an encrypted backup. */
  readonly onConfirmed: (password: string | null) => void
}

function Confirmation({ copy, isDamaged, onConfirmed }: ConfirmationProps) {
  return (
    <TypedWord word={RESTORE_WORD} button="恢复数据" asksPassword={copy.verdict === 'encrypted'} onConfirmed={onConfirmed}>
      <Alert type="warning" showIcon title={choiceInWords(copy)} description={lossInWords(copy, isDamaged)} />
    </TypedWord>
  )
}

function StartEmpty({ onConfirmed }: { readonly onConfirmed: () => void }) {
  return (
    <TypedWord word={START_EMPTY_WORD} button="从空白数据重新开始" onConfirmed={onConfirmed}>
      <Alert
        type="warning"
        showIcon
        title="没有可用的备份"
        description="如果别处也找不到备份，可以从空白数据重新开始：小区、房产和投票都要重新录入。损坏的文件仍保留在数据文件夹中，可以请技术支持尝试修复。"
      />
    </TypedWord>
  )
}

interface TypedWordProps {
  readonly word: string
  readonly button: string
  /** Also asks for an encrypted backup's password. */
  readonly asksPassword?: boolean
  readonly onConfirmed: (password: string | null) => void
  readonly children: ReactNode
}

/** Longer than any confirmation word, since an input method first inserts its letters. */
const MAX_WORD = 10

/** Describes what will happen, and requires a word to be typed as confirmation. */
function TypedWord({ word, button, asksPassword = false, onConfirmed, children }: TypedWordProps) {
  const [form] = Form.useForm<{ word: string; password?: string }>()
  const typed = Form.useWatch('word', form) ?? ''
  return (
    <Form form={form} className={styles.restoreConfirmation} layout="vertical" onFinish={({ password }) => onConfirmed(password ?? null)}>
      {children}
      {asksPassword ? (
        <Form.Item name="password" label="备份的密码" rules={[{ required: true, message: COPY_PASSWORD_MISSING }]} validateTrigger="onSubmit">
          <Input.Password autoFocus autoComplete="off" maxLength={passwordLength.max} className={styles.restorePassword} placeholder="备份时设置的密码" />
        </Form.Item>
      ) : null}
      <Flex gap="small" align="end" wrap>
        <Form.Item name="word" label={`请输入“${word}”确认`}>
          <Input autoComplete="off" maxLength={MAX_WORD} />
        </Form.Item>
        <Form.Item>
          <Button type="primary" danger htmlType="submit" disabled={typed.trim() !== word}>
            {button}
          </Button>
        </Form.Item>
      </Flex>
    </Form>
  )
}
