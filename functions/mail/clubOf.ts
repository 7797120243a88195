import { kindOf, organizationOf } from '#shared/ids.ts'
import type { OutboxMail } from '../table/outbox.ts'

/** The club that a mail is about, by the ids that it names; undefined if there is none. */
export function clubOf({ about }: Pick<OutboxMail, 'about'>): string | undefined {
  const id = Object.values(about).find((value) => kindOf(value) !== undefined)
  return id === undefined ? undefined : organizationOf(id)
}
