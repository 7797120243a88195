import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './Month.module.css'

/** Skeleton of days with one event each. */
export const DaysSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[1, 2, 3].map((each) => (
      <div key={each} className={styles.day}>
        <Skeleton width="96px" height="20px" />
        <Skeleton height="138px" />
      </div>
    ))}
  </Skeletons>
)
