import { useLayoutEffect, useRef } from 'react'
import type { Binary } from '#shared/contract/endpoint.ts'

/** A picture out of bytes; the address that the page needs for it exists as long as it is on screen. */
export function BytesImage({ binary, alt, className }: { readonly binary: Binary; readonly alt: string; readonly className?: string | undefined }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const url = URL.createObjectURL(new Blob([new Uint8Array(binary.bytes)], { type: binary.type }))
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [binary])
  return <img ref={image} alt={alt} className={className} />
}
