import { Spin } from 'antd'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { BytesImage } from '../../ui/BytesImage.tsx'
import styles from './scanWork.module.css'

/** How long an unused image is cached (ms). */
const KEPT_MS = 60_000

interface StripProps {
  /** The page's id; `''` if there is none. */
  readonly pageId: string
  /** A row by topic and option, the signature, or the whole page. */
  readonly of: { readonly topicId: string; readonly optionId: string } | 'signature' | 'page'
  readonly alt: string
  readonly className?: string | undefined
}

/** A part of a scanned page; a message if it cannot be shown. */
export function StripPicture({ pageId, of, alt, className }: StripProps) {
  const part = typeof of === 'string' ? of : ''
  const { topicId, optionId } = typeof of === 'string' ? { topicId: '', optionId: '' } : of
  const query = { id: pageId, part, topicId, optionId } as const
  const { data, error } = useEndpoint('reading.strip', { query }, { enabled: pageId !== '', staleTime: Number.POSITIVE_INFINITY, keptMs: KEPT_MS })
  if (data) return <BytesImage binary={data} alt={alt} className={className} />
  return <span className={styles.noStrip}>{error ? error.message : pageId === '' ? '没有图片' : <Spin size="small" />}</span>
}
