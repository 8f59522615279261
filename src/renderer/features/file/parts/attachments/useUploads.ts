import { useLayoutEffect, useRef, useState } from 'react'
import { askServer, failureOf } from '../../../../bridge/bridge.ts'
import { sentenceOf } from '../../../../bridge/failure.ts'
import type { AttachmentKind } from './uploadRules.ts'

/** A file being uploaded, or that failed to upload. */
export interface PendingUpload {
  readonly key: number
  readonly file: File
  readonly status: 'uploading' | 'failed'
  /** The message of a failed upload. */
  readonly sentence: string
  /** Whether retrying may help; not if the server has rejected the file itself. */
  readonly canRetry: boolean
}

/** The files not stored yet; stored ones are removed. */
export interface Uploads {
  readonly pending: readonly PendingUpload[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (upload: PendingUpload) => void
  /** Removes it from the list; an upload in progress still completes. */
  readonly dismiss: (upload: PendingUpload) => void
}

/**
 * Uploads files to the server.
 *
 * @param onStored called with each file and its stored path
 */
export function useUploads(kind: AttachmentKind, onStored: (file: File, path: string) => void): Uploads {
  const [pending, setPending] = useState<readonly PendingUpload[]>([])
  const nextKey = useRef(1)
  const stored = useRef(onStored)
  useLayoutEffect(() => {
    stored.current = onStored
  })
  const replace = (key: number, becomes: PendingUpload | null) =>
    setPending((before) => before.flatMap((one) => (one.key === key ? (becomes ? [becomes] : []) : [one])))

  const send = async (upload: PendingUpload) => {
    const ended = await uploaded(kind, upload.file)
    if ('path' in ended) {
      replace(upload.key, null)
      stored.current(upload.file, ended.path)
    } else {
      replace(upload.key, { ...upload, status: 'failed', ...ended })
    }
  }
  const begin = (upload: PendingUpload) => void send(upload)
  return {
    pending,
    add: (files) => {
      const uploads = files.map((file): PendingUpload => ({ key: nextKey.current++, file, status: 'uploading', sentence: '', canRetry: false }))
      setPending((before) => [...before, ...uploads])
      uploads.forEach(begin)
    },
    retry: (upload) => {
      const again: PendingUpload = { ...upload, status: 'uploading', sentence: '', canRetry: false }
      replace(upload.key, again)
      begin(again)
    },
    dismiss: ({ key }) => replace(key, null),
  }
}

const FAILED = '上传失败'

async function uploaded(kind: AttachmentKind, file: File): Promise<{ readonly path: string } | Pick<PendingUpload, 'sentence' | 'canRetry'>> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    // Moved, deleted, or locked by another program since it was chosen.
    return { sentence: `${FAILED}：文件无法读取，请先关闭正在使用它的程序`, canRetry: true }
  }
  try {
    return { path: await askServer(kind === 'pictures' ? 'file.uploadImage' : 'file.uploadDocument', { file: { name: file.name, bytes } }) }
  } catch (error) {
    const failure = failureOf(error)
    // The file itself was rejected, so a retry would be too.
    const isJudged = failure.kind === 'refused' && failure.reason?.startsWith('file.') === true
    return { sentence: `${FAILED}：${sentenceOf(failure)}`, canRetry: !isJudged }
  }
}
