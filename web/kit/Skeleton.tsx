import { type ReactNode, useEffect } from 'react'
import styles from './Skeleton.module.css'
import { classes } from './classes.ts'

/** A grey shape where something is about to stand. `width` and `height` are CSS lengths; the shape should be the thing's own. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return <span className={classes(styles.skeleton, round && styles.round)} style={{ width, height }} />
}

let groups = 0
/** Whether some list says already that it is on its way. */
export const hasSkeletons = (): boolean => groups > 0

/** Skeletons of one list. Says once, to screen readers, that something is on its way. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  useEffect(() => {
    groups += 1
    return () => {
      groups -= 1
    }
  }, [])
  return (
    <div className={styles.group} data-skeleton="">
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <div aria-hidden="true" className={styles.group}>
        {children}
      </div>
    </div>
  )
}
