import { Card } from '../kit/Card.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './Today.module.css'

/** Two cards as tall as the real ones, to avoid layout shift. */
export function TodaySkeleton({ label }: { label: string }) {
  return (
    <Skeletons label={label}>
      {[1, 2].map((card) => (
        <Card as="div" key={card} className={styles.skeleton}>
          <Skeleton width="45%" height="20px" />
          <Skeleton width="70%" height="24px" />
          <Skeleton width="55%" height="20px" />
          <Skeleton width="60%" height="20px" />
          <div className={styles.skeletonPlayer}>
            <Skeleton width="32px" height="32px" round />
            <Skeleton width="40%" height="20px" />
          </div>
          <div className={styles.skeletonAnswers}>
            <Skeleton height="44px" />
            <Skeleton height="44px" />
          </div>
        </Card>
      ))}
    </Skeletons>
  )
}
