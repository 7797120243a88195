import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'

/** Fields of a form, while what stands in them is on its way. */
export const FormSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[1, 2, 3, 4, 5].map((each) => (
      <Skeleton key={each} height="64px" />
    ))}
  </Skeletons>
)
