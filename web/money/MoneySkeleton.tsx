import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'

export const MoneySkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[0, 1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height="60px" />
    ))}
  </Skeletons>
)
