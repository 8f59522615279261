import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { maskIdNumber, maskPhone } from '#shared/features/property/rules.ts'
import { Several } from './Several.tsx'

const kinds = { phone: { name: '手机号', mask: maskPhone }, idNumber: { name: '证件号', mask: maskIdNumber } } as const

/** An owner's phone or ID number, masked until it is clicked. */
export function Masked({ text, kind }: { readonly text: string; readonly kind: keyof typeof kinds }) {
  const [shown, setShown] = useState<string | null>(null)
  const { name, mask } = kinds[kind]
  const masked = mask(text)
  if (masked === text) {
    return (
      <span className="tabular" title={text}>
        {text}
      </span>
    )
  }
  const isShown = shown === text
  return (
    <span className="masked tabular" title={isShown ? text : undefined}>
      <span className="masked-text">
        <Several text={isShown ? text : masked} />
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
