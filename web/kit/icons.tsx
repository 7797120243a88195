import { icon } from './icon.tsx'

/**
 * Icons of the initial bundle are drawn here even where lucide has them: its own would add 2 KB before Today is shown. Icons that
 * are not needed for that are in `lateIcons.tsx` and load with their screens.
 */
export const TodayIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
  </>,
)
export const PlayersIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3.2 2.7 3.5 5.5" />
  </>,
)
export const CalendarIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
    <path d="M3.5 10h17M8 2.5V6M16 2.5V6" />
  </>,
)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const ChevronDownIcon = icon(<path d="m6 9.5 6 6 6-6" />)
export const ChevronUpIcon = icon(<path d="m6 14.5 6-6 6 6" />)
export const ChevronLeftIcon = icon(<path d="m14.5 6-6 6 6 6" />)
export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6" />)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
)
export const PlaceIcon = icon(
  <>
    <path d="M12 21.5c4.5-5 6.8-8.5 6.8-11.5a6.8 6.8 0 0 0-13.6 0c0 3 2.3 6.5 6.8 11.5Z" />
    <circle cx="12" cy="10" r="2.3" />
  </>,
)
export const NoteIcon = icon(
  <path d="M4 20h4L19.5 8.5a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4ZM13.5 6.5l4 4" />,
)
export const RetryIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5V8H15" />)
export const AlertIcon = icon(<path d="M12 4 2.8 20h18.4L12 4ZM12 10.5v4M12 17.3v.2" />)
export const PeopleIcon = icon(
  <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.1.9 3.5 2.9 3.5 5.5" />,
)
export const TeamIcon = icon(<path d="M12 3 4.5 5.5V11c0 4.7 3 8.2 7.5 10 4.5-1.8 7.5-5.3 7.5-10V5.5L12 3Z" />)
export const MailIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13.5" rx="2.5" />
    <path d="m3.5 8 8.5 6 8.5-6" />
  </>,
)
export const ChatIcon = icon(<path d="M4 5h16v11H10l-4.5 4v-4H4V5Z" />)
export const MoneyIcon = icon(
  <>
    <rect x="2.5" y="6" width="19" height="12" rx="2.5" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6 9.5v.1M18 14.4v.1" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </>,
)
export const AcademyIcon = icon(
  <path d="M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5Zm0 0v13" />,
)
export const MoreIcon = icon(<path d="M12 5v.1M12 12v.1M12 19v.1" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const RegistrationIcon = icon(
  <path d="M6 3.5h12a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM8.5 8h7M8.5 12h7M8.5 16h4" />,
)
