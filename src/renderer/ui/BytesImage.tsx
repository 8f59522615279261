import { useLayoutEffect, useRef } from 'react'
import type { Binary } from '#shared/contract/endpoint.ts'

/** An image from bytes; its object URL is revoked on unmount. */
export function BytesImage({ binary, alt, className }: { readonly binary: Binary; readonly alt: string; readonly className?: string | undefined }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const url = URL.createObjectURL(new Blob([new Uint8Array(binary.bytes)], { type: binary.type }))
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [binary])
  return <img ref={image} alt={alt} className={className} />
}
