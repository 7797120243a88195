import * as z from 'zod/mini'
import { alphabet, isId, type Kind, partLength } from '../ids.ts'
import { whyCannotEmail } from '../rules/emails.ts'
import { inviteStatuses, noteLimit, unanswered, whyCannotNote } from '../rules/invites.ts'
import { nameLimit, whyCannotName } from '../rules/names.ts'
import type { FaultCode, ProblemCode } from '../problems.ts'

/** The small shapes that many contracts share. */

/** An id in a query or a body; of several kinds, one of them. */
export const id = (...kinds: [Kind, ...Kind[]]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => kinds.some((kind) => isId(kind, text)),
        `not an id of ${kinds.map((kind) => `a ${kind}`).join(' or ')}`,
      ),
    )

/** Where somebody's own picture is, with its version; null shows initials. */
export const AvatarUrl = z.nullable(z.string())

/** The last part of the id of something new, which its maker has chosen: so the same twice is one. */
export const part = (letter: string) => z.string().check(z.regex(new RegExp(`^${letter}[${alphabet}]{${partLength}}$`)))

/** The id of an account, as the user pool gives it. */
export const UserId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** Where the page of a list begins that is asked for; the first without it. */
export const Cursor = z.optional(z.string().check(z.maxLength(1024)))

/** A list of ids in one query value, separated by commas. */
export const ids = (kind: Kind, most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most * 65)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(id(kind)).check(z.maxLength(most)),
    ),
  )

/** The years 1970 to 3000: what is reckoned from a day of theirs still has a year of four digits, which sort as text. */
const year = '(19[7-9][0-9]|2[0-9]{3}|3000)'
/** An instant: `2026-11-21T06:00:00Z`, with at most nine digits of a fraction of a second, as Temporal reads them. */
export const Instant = z.iso.datetime().check(z.regex(new RegExp(`^${year}-[^.]+(\\.[0-9]{1,9})?Z$`)))
/** A day: `2026-11-21`. */
export const Day = z.iso.date().check(z.regex(new RegExp(`^${year}-`)))
export const latestDay = '3000-12-31'
/** An instant in milliseconds since 1970; `99999999999999` is in the year 5138. */
export const Millis = z.string().check(z.regex(/^\d{1,14}$/))

/** A rule that says why a value cannot be taken, as a check of a schema. */
export const rule = <T>(why: (value: T) => FaultCode | ProblemCode | undefined, limit?: number) =>
  z.check<T>(({ value, issues }) => {
    const code = why(value)
    if (code) issues.push({ code: 'custom', input: value, params: { code, limit } })
  })

export const Note = z.string().check(rule(whyCannotNote, noteLimit))
/** The name of a person or a team, without the space around it. */
export const PersonName = z.string().check(z.trim(), rule(whyCannotName, nameLimit))
/** An e-mail address as somebody types it. */
export const Email = z.string().check(z.trim(), rule(whyCannotEmail))
z.globalRegistry.add(Email, { format: 'email' })
export const InviteStatus = z.enum(inviteStatuses)

export const Location = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  mapUrl: z.string(),
  global: z.boolean(),
})

export const PlayerName = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })

export const PlayerInvite = z.object({
  id: z.string(),
  status: z.object({ value: InviteStatus }),
  note: z.nullable(z.string()),
  player: PlayerName,
})

/** How many of those who are invited come, do not come, and have not answered. */
export const Turnout = z.object({ going: z.int(), notGoing: z.int(), waiting: z.int() })

/** What a device calls an answer that it gives. */
export const AnswerName = z.string().check(z.regex(new RegExp(`^(?!${unanswered}$)[\\w-]{1,32}$`)))
/** Which answer stands: another one after each answer. Only the server makes these, and none is made twice. */
export const AnswerId = z.string().check(z.regex(/^[\w.-]{1,32}$/))
/** An invite as the player's own family sees it. */
export const OwnInvite = z.extend(PlayerInvite, { answerId: AnswerId })

/** An event as a card shows it. `start` and `end` are instants; `timezone` is where it is held. */
export const Event = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  start: z.string(),
  end: z.string(),
  timezone: z.string(),
  field: z.string(),
  eventType: z.object({ name: z.string(), color: z.string() }),
  orgUnit: z.object({ id: z.string(), name: z.string(), sport: z.object({ fieldLabel: z.string() }) }),
  /** Until when families answer, where there is a deadline. */
  answerBy: z.optional(z.string()),
  cancelled: z.optional(z.literal(true)),
  /** Why it does not take place, where that was said. */
  cancelReason: z.optional(z.string()),
})
