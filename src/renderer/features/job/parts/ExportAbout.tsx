import type { ReactNode } from 'react'
import styles from './exportAbout.module.css'

/** What is exported, above the form that asks how. */
export function ExportAbout({ children }: { readonly children: ReactNode }) {
  return <p className={styles.about}>{children}</p>
}
