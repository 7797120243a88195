import { clockTimeOf } from './clockTime.ts'

/**
 * Everything that Touchline tells people unasked, by kind, and the channels it uses. The single source for sending mail, push and
 * calendar mails, and for the page where people choose.
 *   on      sent unless the user has switched it off
 *   off     sent once the user has switched it on
 *   always  sent, and cannot be switched off: it concerns the user's money or rights, or a child who would otherwise stand before
 *           a locked hall
 * A kind is not sent over channels that it does not list: the page only offers what is sent.
 */
export const notices = {
  /** Emails from coaches and clubs to families. */
  news: { mail: 'on', push: 'on' },
  /** Whether a player comes: invites and reminders. */
  invites: { mail: 'on', push: 'on' },
  /** A family has answered shortly before an event; sent to its coaches. */
  availability: { mail: 'on', push: 'on' },
  /** An event has moved, was cancelled, or is on again. */
  changes: { mail: 'always', push: 'on' },
  /** Each event as a mail that calendar apps import. */
  events: { calendar: 'off' },
  tasks: { mail: 'on', push: 'on' },
  chat: { push: 'on' },
  fees: { mail: 'always', push: 'on' },
  /** Registrations: receipts, the waiting list, and places that are offered or lapse. */
  registrations: { mail: 'always', push: 'on' },
  /** Rights, invitations, requests, and agreements for a family to sign. */
  account: { mail: 'always' },
} as const satisfies Record<string, Partial<Record<Channel, Preset>>>

export const channels = ['mail', 'push', 'calendar'] as const
type Channel = (typeof channels)[number]
type Preset = 'on' | 'off' | 'always'
export type NoticeName = keyof typeof notices
export const noticeNames = Object.keys(notices) as NoticeName[]

/** The default for a kind and channel; undefined if it is never sent that way. */
const presetOf = (notice: NoticeName, channel: Channel): Preset | undefined =>
  (notices[notice] as Partial<Record<Channel, Preset>>)[channel]

/** Every kind with each of its channels, in the order of the page. */
export const choosable: readonly { notice: NoticeName; channel: Channel; preset: Preset }[] = noticeNames.flatMap(
  (notice) =>
    channels.flatMap((channel) => {
      const preset = presetOf(notice, channel)
      return preset ? [{ notice, channel, preset }] : []
    }),
)

/** The key a choice is stored under: `news.mail`. */
export type ChoiceKey = `${NoticeName}.${Channel}`
/** Quiet hours, `22:00` to `07:00`, in which nothing that can wait is sent. */
type QuietHours = { from: string; to: string }
export type Choices = {
  chosen: Partial<Record<ChoiceKey, 'on' | 'off'>>
  quiet?: QuietHours | undefined
  /** The reader's time zone, in which quiet hours apply. */
  timezone?: string | undefined
}
export const noChoices: Choices = { chosen: {} }

/** Whether a user is told of this kind over this channel. */
export function isSubscribed({ chosen }: Choices, notice: NoticeName, channel: Channel): boolean {
  const preset = presetOf(notice, channel)
  if (preset === undefined) return false
  return preset === 'always' || (chosen[`${notice}.${channel}`] ?? preset) === 'on'
}

/** Whether it is sent at any hour, regardless of limits. */
export const isMandatory = (notice: NoticeName, channel: Channel): boolean => presetOf(notice, channel) === 'always'

/** The channel whose choice decides whether a kind is mailed: calendar mails have their own. */
export const mailKindOf = (notice: NoticeName): 'mail' | 'calendar' =>
  presetOf(notice, 'mail') === undefined && presetOf(notice, 'calendar') !== undefined ? 'calendar' : 'mail'

/**
 * Whether mails of a kind can wait to be combined with others, and count towards the limit. Calendar apps only import single
 * mails.
 */
export const canBeDeferred = (notice: NoticeName): boolean =>
  mailKindOf(notice) === 'mail' && !isMandatory(notice, 'mail')

/**
 * Whether it is useless by the next morning: it is sent regardless of the limit, and does not count towards it, so that it takes
 * nothing from notices about the user's own children.
 */
export const isFleeting = (notice: NoticeName): boolean => notice === 'availability'

const clock = /^([01]\d|2[0-3]):[0-5]\d$/
/** Why these cannot be quiet hours; undefined if they can. */
export const whyCannotBeQuiet = ({ from, to }: QuietHours): 'invalid' | undefined =>
  clock.test(from) && clock.test(to) && from !== to ? undefined : 'invalid'

/** Whether it is quiet hours for a user at this instant. */
export function isQuiet({ quiet, timezone }: Choices, now: string): boolean {
  if (!quiet || timezone === undefined) return false
  const time = clockTimeOf(now, timezone)
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** The most mails that can wait per user, in a day and in seven days; the rest are combined into one the next morning. */
export const maxMailsPerDay = 8
export const maxMailsPerWeek = 30
