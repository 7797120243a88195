import type { Access, AccessOrganization } from '#shared/permissions.ts'
import type { Me } from '../table/me.ts'
import { beganWithSecondFactor, type SessionState } from '../table/sessions.ts'
import type { Person } from './caller.ts'

type Caller = Pick<Person, 'token'> | object

/** Whether somebody signed in with a second factor, in this very session. */
export const hasSecondFactor = (caller: Caller, session: SessionState): boolean =>
  'token' in caller && beganWithSecondFactor(session, caller.token.signedIn)

/**
 * A person in a session: without the rights that a club gives its administrators only where they signed in with a second factor. An
 * access token of a program is as its owner's session was when it was made. One of our own people who acts in another's place
 * has a second factor already, where the stage asks for it.
 */
export function heldBack(me: Me, caller: Caller): Me {
  if (!('token' in caller) || 'staffId' in caller) return me
  return held(me, hasSecondFactor(caller, me.session))
}

/** A person outside of any session: the same without rights that they can have in none, since they have no second factor at all. */
export const heldBackAnyhow = (me: Me): Me => held(me, me.session.secondFactorSince !== undefined)

/** Whether somebody runs that club, and has no rights in it for want of a second factor. */
export const isHeldBackIn = ({ heldBackIn = [] }: Access, organizationId: string): boolean =>
  heldBackIn.some(({ id }) => id === organizationId)

/** What they coach and have players in stays theirs. */
function held(me: Me, has: boolean): Me {
  const { access } = me
  const isHeld = ({ flags, adminSecondFactor }: AccessOrganization) =>
    !has && adminSecondFactor === true && flags !== undefined
  const some = access.organizations.filter(isHeld)
  if (some.length === 0) return me
  const organizations = access.organizations.flatMap((organization) => {
    if (!isHeld(organization)) return organization
    const { id, name, teams } = organization
    return teams.length > 0 ? { id, name, teams } : []
  })
  return { ...me, access: { ...access, organizations, heldBackIn: some } }
}
