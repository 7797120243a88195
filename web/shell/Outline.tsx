import { useSkeleton } from '../kit/Skeleton.tsx'

/** The outline of a screen while it loads: the same as in index.html, with the logo if the user has to sign in. */
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
