import { clockTimeOf } from './clockTime.ts'

/**
 * Everything that Touchline tells people without being asked, by kind, and the ways in which it does. The one table from which
 * the sender of mail, push, calendar mails and the page where people choose are made.
 *   on      told unless somebody has switched it off
 *   off     told once somebody has switched it on
 *   always  told, and cannot be switched off: what follows from it is somebody's money, rights, or a child who stands before a
 *           locked hall
 * A way that a kind does not name is none of it: nothing is offered that nobody would be told by.
 */
export const notices = {
  /** What coaches and clubs write to families. */
  news: { mail: 'on', push: 'on' },
  /** Whether a player comes, asked and asked again. */
  invites: { mail: 'on', push: 'on' },
  /** A family has answered shortly before an event, told to its coaches. */
  availability: { mail: 'on', push: 'on' },
  /** An event has moved, is cancelled, or takes place after all. */
  changes: { mail: 'always', push: 'on' },
  /** Each event as a mail that a calendar app takes in. */
  events: { calendar: 'off' },
  tasks: { mail: 'on', push: 'on' },
  chat: { push: 'on' },
  fees: { mail: 'always', push: 'on' },
  /** Registrations: receipts, the waiting list, and places that are offered or lapse. */
  registrations: { mail: 'always', push: 'on' },
  /** Rights, invitations, requests and what a family has to agree to. */
  account: { mail: 'always' },
} as const satisfies Record<string, Partial<Record<Channel, Standing>>>

export const channels = ['mail', 'push', 'calendar'] as const
type Channel = (typeof channels)[number]
type Standing = 'on' | 'off' | 'always'
export type NoticeName = keyof typeof notices
export const noticeNames = Object.keys(notices) as NoticeName[]

/** What stands for a kind and a way before anybody has chosen; undefined where it is never told so. */
const standingOf = (notice: NoticeName, channel: Channel): Standing | undefined =>
  (notices[notice] as Partial<Record<Channel, Standing>>)[channel]

/** Every kind with each of its ways, in the order of the page. */
export const choosable: readonly { notice: NoticeName; channel: Channel; standing: Standing }[] = noticeNames.flatMap(
  (notice) =>
    channels.flatMap((channel) => {
      const standing = standingOf(notice, channel)
      return standing ? [{ notice, channel, standing }] : []
    }),
)

/** Where a choice is written down: `news.mail`. */
export type ChoiceKey = `${NoticeName}.${Channel}`
/** Hours of a clock, `22:00` to `07:00`, in which nobody wants to be told anything that can wait. */
type QuietHours = { from: string; to: string }
export type Choices = {
  chosen: Partial<Record<ChoiceKey, 'on' | 'off'>>
  quiet?: QuietHours | undefined
  /** The zone of the reader, by whose clock it is quiet. */
  timezone?: string | undefined
}
export const noChoices: Choices = { chosen: {} }

/** Whether somebody is told of this in this way. */
export function isTold({ chosen }: Choices, notice: NoticeName, channel: Channel): boolean {
  const standing = standingOf(notice, channel)
  if (standing === undefined) return false
  return standing === 'always' || (chosen[`${notice}.${channel}`] ?? standing) === 'on'
}

/** True for what is told at any hour, however much was told before. */
export const isDuty = (notice: NoticeName, channel: Channel): boolean => standingOf(notice, channel) === 'always'

/** The way by which one chooses whether a kind is mailed: what a calendar app takes in is one of its own. */
export const mailedAs = (notice: NoticeName): 'mail' | 'calendar' =>
  standingOf(notice, 'mail') === undefined && standingOf(notice, 'calendar') !== undefined ? 'calendar' : 'mail'

/**
 * Whether mails of a kind can wait, to come with others in one, and are counted among how many somebody gets. A calendar app
 * takes in only what comes by itself.
 */
export const canWait = (notice: NoticeName): boolean => mailedAs(notice) === 'mail' && !isDuty(notice, 'mail')

/**
 * Whether it is of no use by the next morning: it is told however much somebody was told before, and takes nothing from what they are told
 * otherwise, as of their own children.
 */
export const isFleeting = (notice: NoticeName): boolean => notice === 'availability'

const clock = /^([01]\d|2[0-3]):[0-5]\d$/
/** Why these cannot be hours of quiet; undefined when they can. */
export const whyCannotBeQuiet = ({ from, to }: QuietHours): 'invalid' | undefined =>
  clock.test(from) && clock.test(to) && from !== to ? undefined : 'invalid'

/** Whether it is quiet for somebody at this instant. */
export function isQuiet({ quiet, timezone }: Choices, now: string): boolean {
  if (!quiet || timezone === undefined) return false
  const time = clockTimeOf(now, timezone)
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** How many mails that can wait somebody gets in a day and in seven; what is more comes together in one the next morning. */
export const mostMailsADay = 8
export const mostMailsAWeek = 30
