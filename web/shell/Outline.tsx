import { useSkeleton } from '../kit/Skeleton.tsx'

/** The shape of a screen that is still being loaded; the same as in index.html, and the mark for who has to sign in. */
export function Outline() {
  useSkeleton()
  return (
    <div className="outline" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}
