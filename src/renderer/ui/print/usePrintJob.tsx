import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { formatTime } from '#shared/time/chinaTime.ts'
import { failureOf } from '../../bridge/bridge.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useSavedFile } from '../useSavedFile.tsx'
import { minuteStamp } from '../minuteStamp.ts'
import { pageStyle } from './pageStyle.ts'
import './printedPage.css'

/** A document, and how it is created on demand. */
export interface PrintOptions<T> {
  /** The document's name, for page heads and the file name: `翠湖花园_更新电梯_表决结果`. */
  readonly name: string
  /** Loads the document's data; on a refusal, reports it and prints nothing. */
  readonly prepare: () => Promise<T>
  /** Renders the document; see `PrintedPage`. */
  readonly render: (content: T, madeAt: Date) => ReactNode
}

/** Printing or saving as PDF; ignored while either is in progress. */
export interface PrintJob {
  readonly print: () => void
  readonly savePdf: () => void
  /** The operation in progress, or null. */
  readonly making: 'print' | 'pdf' | null
  /** Must be rendered by the screen: the document while it is being printed. */
  readonly surface: ReactNode
}

interface Made {
  readonly kind: 'print' | 'pdf'
  readonly content: ReactNode
  readonly at: Date
}

/**
 * Prints a separate document rather than the screen, or saves it as a PDF.
 *
 * Meanwhile the document is in the page, invisible; everything else is hidden when printing.
 */
export function usePrintJob<T>({ name, prepare, render }: PrintOptions<T>): PrintJob {
  const [making, setMaking] = useState<PrintJob['making']>(null)
  const [made, setMade] = useState<Made | null>(null)
  const toasts = useToasts()
  const { run: savePage } = useCommand('page.savePdf')
  const showSaved = useSavedFile()

  const begin = async (kind: 'print' | 'pdf') => {
    if (making !== null) return
    setMaking(kind)
    try {
      const at = new Date()
      setMade({ kind, content: render(await prepare(), at), at })
    } catch (error) {
      toasts.failure(failureOf(error))
      setMaking(null)
    }
  }
  const placed = async ({ kind, at }: Made) => {
    if (kind === 'print') window.print()
    else {
      const saved = await savePage({ suggestedName: `${name}_${minuteStamp(at)}.pdf` })
      if (saved.ok) showSaved(saved.value)
    }
    setMade(null)
    setMaking(null)
  }
  return {
    print: () => void begin('print'),
    savePdf: () => void begin('pdf'),
    making,
    surface: made ? <PrintSurface name={name} made={made} onPlaced={() => void placed(made)} /> : null,
  }
}

interface PrintSurfaceProps {
  readonly name: string
  readonly made: Made
  /** The document is in the page, with its images loaded. */
  readonly onPlaced: () => void
}

function PrintSurface({ name, made, onPlaced }: PrintSurfaceProps) {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: 'print-root' }))
  useLayoutEffect(() => {
    const title = document.title
    document.body.append(place)
    // The file name suggested by printers that save files.
    document.title = name
    const timer = setTimeout(onPlaced)
    return () => {
      clearTimeout(timer)
      place.remove()
      document.title = title
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once: what is printed does not change while it is
  }, [])
  return createPortal(
    <>
      <style>{pageStyle({ head: name.replaceAll('_', ' '), made: `打印时间 ${formatTime(made.at.getTime()).slice(0, 16)}` })}</style>
      {made.content}
    </>,
    place,
  )
}
