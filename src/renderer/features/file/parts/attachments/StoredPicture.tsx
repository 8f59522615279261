import { PictureOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { BytesImage } from '../../../../ui/BytesImage.tsx'
import { fileIdOf } from './uploadRules.ts'
import styles from './attachments.module.css'

/** How long an unused picture is cached (ms); they are large. */
const KEPT_MS = 2 * 60_000

interface StoredPicturesProps {
  /** Paths of stored pictures, as returned by the upload. */
  readonly paths: readonly string[]
  /** What they show: `证件照片`. Individual pictures are named `证件照片 1`, `证件照片 2` … */
  readonly label: string
}

/** A row of stored pictures; a click enlarges one, arrows move to its neighbours. */
export function StoredPictures({ paths, label }: StoredPicturesProps) {
  const [shown, setShown] = useState<number | null>(null)
  const nameOf = (index: number) => (paths.length === 1 ? label : `${label} ${index + 1}`)
  return (
    <div className={styles.storedPictures}>
      {paths.map((path, index) => (
        <Thumbnail key={path} path={path} name={nameOf(index)} onEnlarge={() => setShown(index)} />
      ))}
      <PictureDialog paths={paths} nameOf={nameOf} shown={shown} onShow={setShown} />
    </div>
  )
}

/** A stored picture, enlarged on click. */
export function StoredPicture({ path, name }: { readonly path: string; readonly name: string }) {
  return <StoredPictures paths={[path]} label={name} />
}

interface ThumbnailProps {
  readonly path: string
  readonly name: string
  readonly onEnlarge: () => void
}

function Thumbnail({ path, name, onEnlarge }: ThumbnailProps) {
  const { picture, isBroken, retry } = usePicture(path)
  if (isBroken) {
    return (
      <button
        type="button"
        className={`${styles.storedPicture} ${styles.storedPictureBroken}`}
        aria-label={`${name}加载失败，点击重试`}
        title={`${name}加载失败，点击重试`}
        onClick={retry}
      >
        <ReloadOutlined aria-hidden />
        <span>加载失败</span>
      </button>
    )
  }
  return (
    <button
      type="button"
      className={styles.storedPicture}
      aria-label={`放大查看${name}`}
      title={`放大查看${name}`}
      disabled={picture === undefined}
      onClick={onEnlarge}
    >
      {picture ? <BytesImage binary={picture} alt={name} /> : <PictureOutlined aria-hidden />}
    </button>
  )
}

interface PictureDialogProps {
  readonly paths: readonly string[]
  readonly nameOf: (index: number) => string
  readonly shown: number | null
  readonly onShow: (index: number | null) => void
}

/** The picture at maximum size; ← and → show its neighbours, Esc closes. */
function PictureDialog({ paths, nameOf, shown, onShow }: PictureDialogProps) {
  const path = shown === null ? undefined : paths[shown]
  const at = shown ?? 0
  const step = (by: 1 | -1) => {
    if (paths[at + by] !== undefined) onShow(at + by)
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  })
  const isOpen = path !== undefined
  // Listens on the window, since the focus enters the dialog only once it has opened.
  useEffect(() => {
    if (!isOpen) return
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [isOpen])
  const steps = [
    <Button key="previous" disabled={at === 0} onClick={() => step(-1)}>
      上一张
    </Button>,
    <Button key="next" disabled={at >= paths.length - 1} onClick={() => step(1)}>
      下一张
    </Button>,
  ]
  return (
    <Dialog title={nameOf(at)} open={isOpen} width="min(1100px, 92vw)" centered onCancel={() => onShow(null)} footer={paths.length > 1 ? steps : null}>
      <div className={styles.pictureDialogPlace}>{path === undefined ? null : <LargePicture key={path} path={path} name={nameOf(at)} />}</div>
    </Dialog>
  )
}

function LargePicture({ path, name }: { readonly path: string; readonly name: string }) {
  const { picture } = usePicture(path)
  return picture ? <BytesImage binary={picture} alt={name} /> : <Spin />
}

function usePicture(path: string) {
  const id = fileIdOf(path)
  const query = useEndpoint('file.get', { params: { id: id ?? '' } }, { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, keptMs: KEPT_MS })
  return { picture: query.data, isBroken: id === null || query.isError, retry: () => void query.refetch() }
}
