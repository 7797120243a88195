import { Problem } from '#shared/problems.ts'
import { parseImpersonation } from '#shared/rules/impersonation.ts'
import { digestOf, equalInConstantTime } from '../secrets/digest.ts'
import { meOf } from '../table/me.ts'
import { isOver } from '../table/sessions.ts'
import type { Person } from './caller.ts'
import type { Received } from './parse.ts'

/**
 * The caller: with the cookie of staff who act in somebody's place, that person, without staff roles; otherwise the signed-in user. Throws
 * `in_place_over` if the cookie is not valid any more: without the error, staff would act in their own name without noticing.
 */
export async function personInPlace(
  { key, cookie, cookieKey, now }: Pick<Received, 'key' | 'cookie' | 'cookieKey' | 'now'>,
  person: Person,
): Promise<Person | (Person & { staffId: string })> {
  if (cookie === undefined) return person
  const { userId: staffId, groups, token } = person
  const { inPlace, session } = await meOf({ userId: staffId })
  if (isOver(session, token.signedIn, token.session)) throw new Problem('not_signed_in')
  const cookieSubject = parseImpersonation(cookie)
  const isValid =
    cookieSubject !== undefined &&
    cookieKey !== undefined &&
    inPlace !== undefined &&
    groups.includes('ROLE_ADMIN') &&
    inPlace.subject === cookieSubject.userId &&
    inPlace.session === token.session &&
    now < inPlace.ends &&
    equalInConstantTime(inPlace.digest, digestOf(cookieKey))
  if (!isValid) throw new Problem('in_place_over')
  // Imported lazily: no other request needs it.
  const { isPersonalRoute } = await import('#shared/rules/personalRoutes.ts')
  if (isPersonalRoute(key)) throw new Problem('only_themselves')
  return { userId: inPlace.subject, groups: [], token, staffId }
}
