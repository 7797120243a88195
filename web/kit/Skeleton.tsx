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
/** Whether something on the page stands as its own outline. */
export const hasSkeletons = (): boolean => groups > 0

/** For whatever stands as an outline: it counts as one while it is there. */
export function useSkeleton(): void {
  useEffect(() => {
    groups += 1
    return () => {
      groups -= 1
    }
  }, [])
}

/** Skeletons of one list. Says once, to screen readers, that something is on its way. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  useSkeleton()
  return (
    <div className={styles.group}>
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <div aria-hidden="true" className={styles.group}>
        {children}
      </div>
    </div>
  )
}

type RowsProps = { label: string; rows?: number; height?: string }

/** Skeletons of a list of rows that are alike. */
export const RowSkeletons = ({ label, rows = 4, height = '60px' }: RowsProps) => (
  <Skeletons label={label}>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} height={height} />
    ))}
  </Skeletons>
)
