import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './AttendanceList.module.css'

/** As tall as the list of a typical team, to keep layout shift small. */
export const AttendanceSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    <Skeleton width="96px" height="24px" />
    <span className={styles.names}>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} width="80%" height="32px" />
      ))}
    </span>
  </Skeletons>
)
