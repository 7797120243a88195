import { type ReactNode, useEffect } from 'react'
import styles from './Skeleton.module.css'
import { classes } from './classes.ts'

/** A grey placeholder with the size of the content to come. `width` and `height` are CSS lengths. */
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
/** Whether any skeleton is on the page. */
export const hasSkeletons = (): boolean => groups > 0

/** Counts the calling component as a skeleton while it is mounted. */
export function useSkeleton(): void {
  useEffect(() => {
    groups += 1
    return () => {
      groups -= 1
    }
  }, [])
}

/** The skeletons of one list. Tells screen readers once that something is loading. */
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

/** Skeletons of a list of equal rows. */
export const RowSkeletons = ({ label, rows = 4, height = '60px' }: RowsProps) => (
  <Skeletons label={label}>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} height={height} />
    ))}
  </Skeletons>
)
