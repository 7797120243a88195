import { agreements } from '#functions/agreements/functions.ts'
import { academy } from '#functions/academy/functions.ts'
import { audit } from '#functions/audit/functions.ts'
import { assignments } from '#functions/assignments/functions.ts'
import { calendar } from '#functions/calendar/functions.ts'
import { chat } from '#functions/chat/functions.ts'
import { copies } from '#functions/copies/functions.ts'
import { developers } from '#functions/developers/functions.ts'
import { dispatch } from '#functions/dispatch/functions.ts'
import { files } from '#functions/files/functions.ts'
import { feeds } from '#functions/feeds/functions.ts'
import { families } from '#functions/families/functions.ts'
import { email } from '#functions/email/functions.ts'
import { mail } from '#functions/mail/functions.ts'
import { organization } from '#functions/organization/functions.ts'
import { money } from '#functions/money/functions.ts'
import { webhooks } from '#functions/webhooks/functions.ts'
import type { FunctionRecord, Functions, Watched } from '#functions/registry.ts'
import { privacy } from '#functions/privacy/functions.ts'
import { registrations } from '#functions/registrations/functions.ts'
import { recordings } from '#functions/recordings/functions.ts'
import { register } from '#functions/register/functions.ts'
import { session } from '#functions/session/functions.ts'
import { staff } from '#functions/staff/functions.ts'
import { subscriptions } from '#functions/subscriptions/functions.ts'
import { support } from '#functions/support/functions.ts'
import { teams } from '#functions/teams/functions.ts'
import { today } from '#functions/today/functions.ts'

/** Every function of the product, by its name: one line an area. */
const all: Functions = {
  ...dispatch,
  ...copies,
  ...mail,
  ...session,
  ...today,
  ...calendar,
  ...feeds,
  ...teams,
  ...organization,
  ...agreements,
  ...staff,
  ...audit,
  ...privacy,
  ...families,
  ...chat,
  ...files,
  ...money,
  ...webhooks,
  ...email,
  ...registrations,
  ...academy,
  ...recordings,
  ...register,
  ...support,
  ...subscriptions,
  ...assignments,
  ...developers,
}

const each = <T>(lists: readonly (readonly T[] | undefined)[]): T[] => [...new Set(lists.flatMap((list) => list ?? []))]

/** What answers programs may read whatever those areas may that it hands on to, and write none of it. */
function withWhatItReads(record: FunctionRecord): FunctionRecord {
  if (!('token' in record.on)) return record
  const { token } = record.on
  const behind = Object.values(all).filter(({ on }) => 'api' in on && token.includes(on.api))
  return {
    ...record,
    may: { ...record.may, read: each([record.may.read, ...behind.map(({ may }) => may.read)]) },
    indexes: each(behind.map(({ indexes }) => indexes)),
    secrets: each(behind.map(({ secrets }) => secrets)),
    // Pictures are shown at addresses that are signed.
    media: { files: ['get'] },
  }
}

/** Whatever answers requests counts for which club it does. */
export const registry: Functions = Object.fromEntries(
  Object.entries(all).map(([name, own]) => {
    const record = withWhatItReads(own)
    const answers = 'api' in record.on || 'token' in record.on
    return [name, answers ? { ...record, may: { ...record.may, write: [...record.may.write, 'USAGE'] } } : record]
  }),
)

type Trigger = FunctionRecord['on']
type By = Trigger extends infer One ? (One extends unknown ? keyof One : never) : never
export type Called<B extends By> = FunctionRecord & { on: Extract<Trigger, { [K in B]: unknown }> }

/** The functions that are called so, with their names: `calledBy('api')`. */
export const calledBy = <B extends By>(by: B, all: Functions = registry): [string, Called<B>][] =>
  Object.entries(all).filter((entry): entry is [string, Called<B>] => by in entry[1].on)

/** Which changes of the table each worker hears of, by its name. */
export const watching: Readonly<Record<string, readonly Watched[]>> = Object.fromEntries(
  calledBy('stream').map(([name, { on }]) => [name, on.stream]),
)
