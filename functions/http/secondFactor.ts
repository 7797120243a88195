import type { Access, AccessOrganization } from '#shared/permissions.ts'
import type { Me } from '../table/me.ts'
import { beganWithSecondFactor, type SessionState } from '../table/sessions.ts'
import type { Person } from './caller.ts'

type Caller = Pick<Person, 'token'> | object

/** Whether somebody signed in with a second factor, in this very session. By a passkey nobody does: the user pool asks for no code after it. */
export const hasSecondFactor = (caller: Caller, session: SessionState): boolean =>
  'token' in caller && !caller.token.byPasskey && beganWithSecondFactor(session, caller.token.signedIn)

/**
 * The caller without the administrator rights of clubs that demand a second factor, unless they signed in with one. For a program's access
 * token, the session in which it was made counts. Staff who act in somebody's place have proven theirs already, if the stage demands it.
 */
export function heldBack(me: Me, caller: Caller): Me {
  if (!('token' in caller) || 'staffId' in caller) return me
  return held(me, hasSecondFactor(caller, me.session))
}

/** The same for a person outside of any session, as in a worker: they keep these rights if they have set up a second factor at all. */
export const heldBackAnyhow = (me: Me): Me => held(me, me.session.secondFactorSince !== undefined)

/** Whether somebody is an administrator of the club, but without rights because their session has no second factor. */
export const isHeldBackIn = ({ heldBackIn = [] }: Access, organizationId: string): boolean =>
  heldBackIn.some(({ id }) => id === organizationId)

/** Removes the organization's flags; teams that they coach keep theirs. */
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
