import { useEffect, useState } from 'react'
import type { CaptchaType } from '#shared/features/account/contract.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { sentenceOf } from '../../bridge/failure.ts'

export interface ImageCaptcha {
  /** Id of the captcha on the server; new with each image. */
  readonly bizId: string
  /** The image's URL, or null while loading. */
  readonly url: string | null
  /** Why there is no image; `''` otherwise. */
  readonly problem: string
  /** Loads another image, which invalidates the text typed so far. */
  readonly refresh: () => void
}

/** A captcha image from the server; reloaded by `refresh`, and after reconnecting. */
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

/** A new captcha id: 128 random bits in hexadecimal. */
function newBizId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
