import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { screenUse } from '../table/screenUse.ts'
import { update } from '../table/table.ts'

/** Counts how often screens were opened. It does not store who opened them, not even as the item's last writer. */
export async function countUse({ now, body: { screens } }: CallOf<typeof session, 'POST /rest-api/session/use'>) {
  const stamp = { actor: 'session-use', at: now }
  const day = now.slice(0, 10)
  await Promise.all(
    Object.entries(screens).map(([screen, opened]) =>
      update(stamp, screenUse.upsert({ day, screen }, { set: { day, screen }, add: { opened } })),
    ),
  )
  return {}
}
