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

/** A document, and how it is made when somebody asks for it. */
export interface PrintOptions<T> {
  /** What the document is, in each page's head and as the file's name: `翠湖花园_更新电梯_表决结果`. */
  readonly name: string
  /** Gathers what the document says; a refusal is reported and nothing is printed. */
  readonly prepare: () => Promise<T>
  /** The document itself; see `PrintedPage`. */
  readonly render: (content: T, madeAt: Date) => ReactNode
}

/** The two ways to get the document; a second is not begun while one is being made. */
export interface PrintJob {
  readonly print: () => void
  readonly savePdf: () => void
  /** What is being made, or null. */
  readonly making: 'print' | 'pdf' | null
  /** To be put into the screen: the document, while it is printed. */
  readonly surface: ReactNode
}

interface Made {
  readonly kind: 'print' | 'pdf'
  readonly content: ReactNode
  readonly at: Date
}

/**
 * Prints a document of its own, or saves it as a PDF: not the screen.
 *
 * The document is in the page, unseen, for for as long as it takes: everything else is left out on paper.
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
  /** The document is in the page, its pictures too. */
  readonly onPlaced: () => void
}

function PrintSurface({ name, made, onPlaced }: PrintSurfaceProps) {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: 'print-root' }))
  useLayoutEffect(() => {
    const title = document.title
    document.body.append(place)
    // Under which a printer that saves files suggests to save this one.
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
