import { sessions } from '../table/sessions.ts'
import type { Write } from '../table/writes.ts'

/** A condition that holds while staff have not disabled the account; undefined if they have. */
export async function accountEnabledCheck(userId: string): Promise<Write | undefined> {
  const session = await sessions.get({ userId }, { consistent: true })
  if (!session) return sessions.checkAbsent({ userId })
  return session.disabled === true ? undefined : sessions.check({ userId }, [['disabled', '<>', true]])
}
