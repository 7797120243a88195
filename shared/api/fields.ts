import * as z from 'zod/mini'
import { alphabet, isId, type Kind, partLength } from '../ids.ts'
import { whyCannotEmail } from '../rules/emails.ts'
import { inviteStatuses, noteLimit, unanswered, whyCannotNote } from '../rules/invites.ts'
import { nameLimit, whyCannotName } from '../rules/nameInput.ts'
import type { FaultCode, ProblemCode } from '../problems.ts'

/** Small shapes shared by many contracts. */

/** An id in a query or body; with several kinds, any of them. */
export const id = (...kinds: [Kind, ...Kind[]]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => kinds.some((kind) => isId(kind, text)),
        `not an id of ${kinds.map((kind) => `a ${kind}`).join(' or ')}`,
      ),
    )

/** The URL of a user's picture, with its version; null shows initials. */
export const AvatarUrl = z.nullable(z.string())

/** The last part of the id of something new, chosen by the client: so a retry does not create it twice. */
export const part = (letter: string) => z.string().check(z.regex(new RegExp(`^${letter}[${alphabet}]{${partLength}}$`)))

/** The id of an account, as the user pool gives it. */
export const UserId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The cursor of the page to return; the first page without it. */
export const Cursor = z.optional(z.string().check(z.maxLength(1024)))

/** A list of ids in one query value, separated by commas. */
export const ids = (kind: Kind, max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max * 65)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(id(kind)).check(z.maxLength(max)),
    ),
  )

/** The years 1970 to 3000: dates calculated from them still have four-digit years, which sort as text. */
const year = '(19[7-9][0-9]|2[0-9]{3}|3000)'
/** An instant: `2026-11-21T06:00:00Z`, with at most nine fractional digits, as Temporal reads them. */
export const Instant = z.iso.datetime().check(z.regex(new RegExp(`^${year}-[^.]+(\\.[0-9]{1,9})?Z$`)))
/** A day: `2026-11-21`. */
export const Day = z.iso.date().check(z.regex(new RegExp(`^${year}-`)))
export const latestDay = '3000-12-31'
/** An instant in milliseconds since 1970; `99999999999999` is in the year 5138. */
export const Millis = z.string().check(z.regex(/^\d{1,14}$/))
/** For how many days back something is listed: 1 to 60. */
export const DaysBack = z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/))

/** Turns a rule that returns a fault code into a schema check. */
export const rule = <T>(why: (value: T) => FaultCode | ProblemCode | undefined, limit?: number) =>
  z.check<T>(({ value, issues }) => {
    const code = why(value)
    if (code) issues.push({ code: 'custom', input: value, params: { code, limit } })
  })

/** A note beside an answer, or the reason of a cancellation, trimmed. */
export const Note = z.string().check(z.trim(), rule(whyCannotNote, noteLimit))
/** The name of a person or team, trimmed. */
export const PersonName = z.string().check(z.trim(), rule(whyCannotName, nameLimit))
/** A typed e-mail address. */
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

/** How many invited players are coming, not coming, and have not answered. */
export const Turnout = z.object({ going: z.int(), notGoing: z.int(), waiting: z.int() })

/** Chosen by the device: identifies an answer that it gives. */
export const AnswerName = z.string().check(z.regex(new RegExp(`^(?!${unanswered}$)[\\w-]{1,32}$`)))
/** Identifies the current answer: changes with each answer. Only the server creates these, each once. */
export const AnswerId = z.string().check(z.regex(/^[\w.-]{1,32}$/))
/** An invite, as the player's own family sees it. */
export const OwnInvite = z.extend(PlayerInvite, { answerId: AnswerId })

/** An event, as a card shows it. `start` and `end` are instants; `timezone` is the event's. */
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
  /** The families' deadline for answers, if any. */
  answerBy: z.optional(z.string()),
  cancelled: z.optional(z.literal(true)),
  /** Why it was canceled, if a reason was given. */
  cancelReason: z.optional(z.string()),
})
