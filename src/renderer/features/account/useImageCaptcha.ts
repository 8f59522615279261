import { useEffect, useState } from 'react'
import type { CaptchaType } from '#shared/features/account/contract.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { sentenceOf } from '../../bridge/failure.ts'

/** A picture to be typed off. */
export interface ImageCaptcha {
  /** Names the picture on the server; a new one with every picture. */
  readonly bizId: string
  /** The picture, or null while it is not there. */
  readonly url: string | null
  /** Why there is none; `''` otherwise. */
  readonly problem: string
  /** Asks for another picture; what was typed of the present one is wrong from then on. */
  readonly refresh: () => void
}

/** A captcha picture from the server; a new one with each `refresh`, and once the server is back. */
export function useImageCaptcha(captchaType: CaptchaType): ImageCaptcha {
  const isConnected = useComputer().connection.status === 'connected'
  const [bizId, setBizId] = useState(newBizId)
  const [picture, setPicture] = useState<{ readonly bizId: string; readonly url: string | null; readonly problem: string }>()
  const refresh = () => setBizId(newBizId())

  useEffect(() => {
    if (!isConnected) return undefined
    let url: string | null = null
    let isGone = false
    const fetchPicture = async () => {
      try {
        const { type, bytes } = await askServer('account.imageCaptcha', { query: { captchaType, bizId } })
        if (isGone) return
        url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
        setPicture({ bizId, url, problem: '' })
      } catch (error) {
        if (!isGone) setPicture({ bizId, url: null, problem: sentenceOf(failureOf(error)) })
      }
    }
    void fetchPicture()
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [isConnected, captchaType, bizId])

  const isCurrent = picture?.bizId === bizId
  return { bizId, url: isCurrent ? picture.url : null, problem: isCurrent ? picture.problem : '', refresh }
}

/** A new name for a captcha: 128 random bits in hexadecimal. */
function newBizId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
