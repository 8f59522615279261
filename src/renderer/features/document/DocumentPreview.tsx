import { renderAsync } from 'docx-preview'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './document.module.css'

interface DocumentPreviewProps {
  readonly name: string
  /** The .docx. */
  readonly bytes: Uint8Array
}

/** A .docx as its pages. Nothing in it is fetched: the page may not, and the program's documents hold no pictures. */
export function DocumentPreview({ name, bytes }: DocumentPreviewProps) {
  const pages = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const place = pages.current
    if (place === null) return
    // Another document may come before this one is drawn: each draws into a part of its own.
    const part = document.createElement('div')
    let isWanted = true
    renderAsync(new Uint8Array(bytes), part, undefined, { className: 'docx', ignoreLastRenderedPageBreak: true }).then(
      () => isWanted && place.replaceChildren(part),
      () => isWanted && setHasFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [bytes])
  if (hasFailed) return <EmptyState text="预览没有显示出来，请直接保存后查看" />
  return <div className={styles.pages} role="document" aria-label={`${name}预览`} tabIndex={0} ref={pages} />
}
