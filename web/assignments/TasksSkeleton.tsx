import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'

export const TasksSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} height="64px" />
    ))}
  </Skeletons>
)
