import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { holdsMask, maskedLabels, maskOf, type MaskedKind } from '#shared/owner/masking.ts'
import type { MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'
import { SeparatedText } from './SeparatedText.tsx'

/** How long a whole number is shown, in ms (`trust.md` section 5). */
const SHOWN_MS = 30_000

/** A phone or an ID number, whole or as the mask that the server answered. */
export interface MaskedProps {
  readonly text: string
  readonly kind: MaskedKind
  /** What a search found in the text; a mask is as long as what it hides, and marked at the same places. */
  readonly marks?: readonly MarkedRange[]
  /**
   * Asks for the whole number; it answers null if it did not get it. null: nobody may look, and there is no eye.
   *
   * Absent only where the number is not of something stored: what was just typed, a workbook's cell.
   */
  readonly reveal?: (() => Promise<string | null>) | null
}

/** A phone or ID number, masked until it is looked at, and again half a minute later. What is copied of a mask is the mask. */
export function Masked({ text, kind, marks = [], reveal }: MaskedProps) {
  const [shown, setShown] = useState<{ readonly of: string; readonly whole: string } | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (shown === null) return
    const hiding = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(hiding)
  }, [shown])
  const masked = maskOf[kind](text)
  if (!holdsMask(masked)) {
    return (
      <span className="tabular" title={text}>
        <MarkedText text={text} ranges={marks} />
      </span>
    )
  }
  const whole = shown?.of === text ? shown.whole : null
  const show = async () => {
    setIsAsking(true)
    const answered = reveal ? await reveal() : text
    setIsAsking(false)
    if (answered !== null) setShown({ of: text, whole: answered })
  }
  return (
    <span className="masked tabular" title={whole ?? undefined}>
      <span className="masked-text">
        <SeparatedText text={whole ?? masked} marks={marks} />
      </span>
      {reveal === null ? null : (
        <Button
          type="text"
          size="small"
          aria-label={whole === null ? `显示${maskedLabels[kind]}` : `隐藏${maskedLabels[kind]}`}
          icon={whole === null ? <EyeOutlined /> : <EyeInvisibleOutlined />}
          disabled={isAsking}
          onClick={() => (whole === null ? void show() : setShown(null))}
        />
      )}
    </span>
  )
}
