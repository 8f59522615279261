import type { ReactNode } from 'react'
import styles from './exportAbout.module.css'

/** Describes what is exported, above the export form. */
export function ExportAbout({ children }: { readonly children: ReactNode }) {
  return <p className={styles.about}>{children}</p>
}
