import { sessions } from '../table/sessions.ts'
import type { Write } from '../table/writes.ts'

/** Holds while an account is not shut out by our own people; undefined where it is. */
export async function notShutOut(userId: string): Promise<Write | undefined> {
  const session = await sessions.get({ userId }, { consistent: true })
  if (!session) return sessions.checkAbsent({ userId })
  return session.disabled === true ? undefined : sessions.check({ userId }, [['disabled', '<>', true]])
}
