import type { Access, AccessOrganization } from '#shared/permissions.ts'
import type { Me } from '../table/me.ts'
import { beganWithSecondFactor, type SessionState } from '../table/sessions.ts'
import type { Person } from './caller.ts'

type Caller = Pick<Person, 'token'> | object

/** Whether the caller signed in to this session with a second factor. Never with a passkey, after which the user pool asks for no code. */
export const hasSecondFactor = (caller: Caller, session: SessionState): boolean =>
  'token' in caller && !caller.token.byPasskey && beganWithSecondFactor(session, caller.token.signedIn)

/**
 * The caller without the administrator rights of clubs that require a second factor, unless they signed in with one. For an access token
 * of a program, the session in which it was created counts. Staff who act in somebody's place have given theirs, if the stage requires it.
 */
export function withholdForCaller(me: Me, caller: Caller): Me {
  if (!('token' in caller) || 'staffId' in caller) return me
  return withholdRights(me, hasSecondFactor(caller, me.session))
}

/** The same outside of a session, as in a worker: the user keeps these rights if they have set up a second factor at all. */
export const withholdForAccount = (me: Me): Me => withholdRights(me, me.session.secondFactorSince !== undefined)

/** Whether the person is an administrator of the club whose rights are withheld because the session has no second factor. */
export const isHeldBackIn = ({ heldBackIn = [] }: Access, organizationId: string): boolean =>
  heldBackIn.some(({ id }) => id === organizationId)

/** Removes the flags on the organization; those on teams are kept. */
function withholdRights(me: Me, hasFactor: boolean): Me {
  const { access } = me
  const isHeldBack = ({ flags, adminSecondFactor }: AccessOrganization) =>
    !hasFactor && adminSecondFactor === true && flags !== undefined
  const heldOrganizations = access.organizations.filter(isHeldBack)
  if (heldOrganizations.length === 0) return me
  const organizations = access.organizations.flatMap((organization) => {
    if (!isHeldBack(organization)) return organization
    const { id, name, teams } = organization
    return teams.length > 0 ? { id, name, teams } : []
  })
  return { ...me, access: { ...access, organizations, heldBackIn: heldOrganizations } }
}
