import { icon } from './icon.tsx'

/** Icons that are not needed to show Today: they load with the components that use them. */
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.5-4.3 3.4-6.5 7.5-6.5s7 2.2 7.5 6.5" />
  </>,
)
export const KeyboardIcon = icon(
  <>
    <rect x="2.5" y="6" width="19" height="12" rx="2.5" />
    <path d="M6.5 10h.1M10.2 10h.1M13.8 10h.1M17.5 10h.1M8 14h8" />
  </>,
)
export const TourIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m15.5 8.5-2 5-5 2 2-5 5-2Z" />
  </>,
)
export const SignOutIcon = icon(
  <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H21M17.5 8.5 21 12l-3.5 3.5" />,
)
export const InstallIcon = icon(
  <path d="M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4.5 17v2a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-2" />,
)
export const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.7M12 16.6v.1" />
  </>,
)
export const DragIcon = icon(<path d="M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1" />)
