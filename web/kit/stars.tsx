import { icon } from './icon.tsx'

const star = (filled: boolean) => (
  <path
    fill={filled ? 'currentColor' : 'none'}
    d="m12 3.5 2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.8-5.3 2.8 1-5.8-4.2-4.1 5.9-.9L12 3.5Z"
  />
)
export const StarIcon = icon(star(false))
export const FullStarIcon = icon(star(true))
