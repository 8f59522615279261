import { Button } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { isRefusedFor, sentenceOf } from '../../../bridge/failure.ts'
import { useSend } from '../../../bridge/useSend.ts'
import type { Sound } from '../../../ui/scanner/sounds.ts'
import { slotKey, slotsOf, toChoices, type Slot } from '../../activity/parts/choices/choices.ts'
import { scannedCode, WRONG_CHECK } from '../../ballot/parts/scannedCode.ts'
import { TopicList } from '../../voting/parts/topics/TopicList.tsx'
import { AnswerKeys, CodeLine, SaidBand } from '../EntryParts.tsx'
import { answered, askedOfOpen, begun, heldBack, holdsUnsent, keyed, leftOpen, withCode, withoutPaper } from '../secondEntry.ts'
import { useEntry, useEntryKeys } from '../useEntryKeys.ts'
import { FetchList } from './FetchList.tsx'
import { sampleAnswers } from './sampleWords.ts'
import reading from '../reading.module.css'
import styles from './sample.module.css'

interface ReadStepProps {
  readonly activity: Activity
  readonly sample: DrawnSample
  readonly sound: (which: Sound) => void
}

/** Reasons that concern the code, so that another one must be entered. */
const codeReasons = ['sample.notDrawn', 'sample.alreadyRead', 'reading.ownRecord'] as const

/** 核对: drawn papers are read one at a time, by someone who did not enter them; neither the record nor whether it agrees is shown. */
export function ReadStep({ activity, sample, sound }: ReadStepProps) {
  const slots = slotsOf(activity.topics)
  const { entry, place, box, sheet, choose, change, restart, submit, isSending } = useBlindReading({ activity, sample, sound }, slots)
  const isClosed = entry.code === ''
  return (
    <div className={reading.panel}>
      <section className={reading.entry} aria-label="核对选票" ref={sheet} tabIndex={-1}>
        <CodeLine
          entry={entry}
          box={box}
          place={place}
          isSending={isSending}
          onType={(typed) => change({ ...begun(null), typed })}
          onChoose={() => choose(entry.typed)}
        />
        <SaidBand said={entry.said} idle="取出选票，扫描或输入编号，按票面逐项录入；这里不显示投票记录的内容，也不说是否一致" />
        <div className={reading.topics}>
          <TopicList
            topics={activity.topics}
            slots={slots}
            answers={entry.answers}
            current={isClosed || entry.hasNoPaper ? null : entry.current}
            isDisabled={isClosed || entry.hasNoPaper || isSending}
            noteOf={(slot) => (entry.hasNoPaper ? { text: '无选票' } : entry.blanks.has(slotKey(slot)) ? { text: '未填或无效' } : null)}
            onAnswer={(given, position) => change(answered(entry, slots, given, position))}
          />
        </div>
        <div className={reading.foot}>
          <AnswerKeys />
          <Button
            disabled={isClosed || isSending}
            type={entry.hasNoPaper ? 'primary' : 'default'}
            ghost={entry.hasNoPaper}
            aria-pressed={entry.hasNoPaper}
            onClick={() => change(withoutPaper(entry))}
          >
            无选票 <kbd>N</kbd>
          </Button>
          <Button disabled={isClosed || isSending} onClick={restart}>
            重来 <kbd>Esc</kbd>
          </Button>
          <Button type="primary" loading={isSending} disabled={isClosed} onClick={submit}>
            提交 <kbd>Enter</kbd>
          </Button>
        </div>
      </section>
      <div className={styles.side}>
        <FetchList activity={activity} sample={sample} chosen={entry.code} onChoose={({ code }) => choose(code)} />
      </div>
    </div>
  )
}

const sameCode = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

/** The paper being read, and the operations on it. */
function useBlindReading({ activity, sample, sound }: ReadStepProps, slots: readonly Slot[]) {
  const { entry, change, box, sheet, refuse, pass, restart } = useEntry(sound)
  // Papers read here that are not in this list yet.
  const [sent, setSent] = useState<{ readonly list: DrawnSample['fetch']; readonly codes: readonly string[] }>({ list: sample.fetch, codes: [] })
  const readHere = sent.list === sample.fetch ? sent.codes : []
  const enter = useSend('reading.enter', { refreshes: sampleAnswers, errors: 'caller' })
  const place = sample.fetch.find(({ code }) => sameCode(code, entry.code))?.place ?? ''
  const choose = (text: string) => {
    if (text.trim() === '') return
    const code = scannedCode(text)
    const drawn = code === null ? undefined : sample.fetch.find((paper) => sameCode(paper.code, code))
    if (code === null) refuse(WRONG_CHECK, '')
    else if (enter.isSending || holdsUnsent(entry)) change(heldBack(entry, enter.isSending))
    else if (!drawn) refuse(sentenceFor('sample.notDrawn'), code)
    else if (drawn.isRead || readHere.includes(drawn.code)) refuse(sentenceFor('sample.alreadyRead'), code)
    else if (drawn.isOwn) refuse(sentenceFor('reading.ownRecord'), code)
    else change(withCode(drawn.code))
  }
  const send = async () => {
    const { code, hasNoPaper, answers } = entry
    const entered = await enter.send({
      body: { activityId: activity.id, code, kind: 3, sampleId: sample.id, choices: toChoices(slots, answers), hasNoPaper },
    })
    if (entered.ok) {
      sound('done')
      setSent({ list: sample.fetch, codes: [...readHere, code] })
      pass({ kind: 'sent', text: `${hasNoPaper ? '已记为无选票' : '已读'}：${code}${place === '' ? '' : ` ${place}`}` })
    } else if (entered.failure) {
      const text = sentenceOf(entered.failure)
      if (isRefusedFor(entered.failure, ...codeReasons)) refuse(text, code)
      else change({ ...entry, said: { kind: 'refused', text } })
    }
  }
  const submit = () => {
    if (entry.code === '' || enter.isSending) return
    const asked = entry.hasNoPaper ? null : askedOfOpen(entry, slots)
    if (asked) change(asked)
    else if (entry.hasNoPaper && !entry.isWarned)
      change({ ...entry, isWarned: true, said: { kind: 'ask', text: '找不到这张选票的，再按一次 Enter 记为无选票；读过的选票不能再改' } })
    else void send()
  }
  useEntryKeys({
    entry,
    isSending: enter.isSending,
    onScan: (code, before) => {
      if (holdsUnsent(before)) change(heldBack(before, enter.isSending))
      else choose(code)
    },
    onSheetKey: (key) => (entry.hasNoPaper ? undefined : change(keyed(entry, slots, key))),
    onBlank: () => (entry.hasNoPaper ? undefined : change(leftOpen(entry, slots))),
    onNoPaper: () => change(withoutPaper(entry)),
    onEnter: () => (entry.code === '' ? choose(entry.typed) : submit()),
    onEscape: restart,
  })
  return { entry, place, box, sheet, choose, change, restart, submit, isSending: enter.isSending }
}
