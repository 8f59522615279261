import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { holdsMask, maskedLabels, maskOf, type MaskedKind } from '#shared/owner/masking.ts'
import type { MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'
import { SeparatedText } from './SeparatedText.tsx'

/** How long an unmasked number is shown (ms; `trust.md` section 5). */
const SHOWN_MS = 30_000

/** A phone or ID number, unmasked or as masked by the server. */
export interface MaskedProps {
  readonly text: string
  readonly kind: MaskedKind
  /** Search matches; a mask has the same length as the number, so the positions fit both. */
  readonly marks?: readonly MarkedRange[]
  /**
   * Fetches the whole number; resolves to null on failure. null: not permitted, no eye button.
   *
   * Absent only for numbers that are not stored: just typed, or a workbook's cell.
   */
  readonly reveal?: (() => Promise<string | null>) | null
}

/** A phone or ID number, masked until revealed, and again after half a minute. Copying the mask copies the mask. */
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
