import { kindOf, organizationOf } from '#shared/ids.ts'
import type { OutboxMail } from '../table/outbox.ts'

/** The club that a mail is about, by the ids in `about`; undefined if it is about none. */
export function clubOf({ about }: Pick<OutboxMail, 'about'>): string | undefined {
  const id = Object.values(about).find((value) => kindOf(value) !== undefined)
  return id === undefined ? undefined : organizationOf(id)
}
