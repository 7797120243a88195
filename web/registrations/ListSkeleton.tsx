import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'

export const ListSkeleton = ({ label, rows = 4 }: { label: string; rows?: number }) => (
  <Skeletons label={label}>
    {Array.from({ length: rows }, (_, i) => (
      <Skeleton key={i} height="64px" />
    ))}
  </Skeletons>
)
