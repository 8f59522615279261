import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import type { MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'
import { Several } from './Several.tsx'

const kinds = { phone: { name: '手机号', mask: maskPhone }, idNumber: { name: '证件号', mask: maskIdNumber } } as const

interface MaskedProps {
  readonly text: string
  readonly kind: keyof typeof kinds
  /** What a search found in the text; a mask is as long as what it hides, and marked at the same places. */
  readonly marks?: readonly MarkedRange[]
}

/** An owner's phone or ID number, masked until it is clicked. */
export function Masked({ text, kind, marks = [] }: MaskedProps) {
  const [shown, setShown] = useState<string | null>(null)
  const { name, mask } = kinds[kind]
  const masked = mask(text)
  if (masked === text) {
    return (
      <span className="tabular" title={text}>
        <MarkedText text={text} ranges={marks} />
      </span>
    )
  }
  const isShown = shown === text
  return (
    <span className="masked tabular" title={isShown ? text : undefined}>
      <span className="masked-text">
        <Several text={isShown ? text : masked} marks={marks} />
      </span>
      <Button
        type="text"
        size="small"
        aria-label={isShown ? `隐藏${name}` : `显示${name}`}
        icon={isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
        onClick={() => setShown(isShown ? null : text)}
      />
    </span>
  )
}
