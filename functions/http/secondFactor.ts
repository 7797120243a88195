import type { Me } from '../table/me.ts'
import { beganWithSecondFactor, type SessionState } from '../table/sessions.ts'
import type { Person } from './caller.ts'

type Caller = Pick<Person, 'token'> | object

/** Whether somebody signed in with a second factor, in this very session. */
export const hasSecondFactor = (caller: Caller, session: SessionState): boolean =>
  'token' in caller && beganWithSecondFactor(session, caller.token.signedIn)

/**
 * A person without the rights that a club gives its administrators only where they signed in with a second factor; what they coach
 * and have players in stays theirs. A program's token is a key of its own, and one of our own people who acts in another's place has
 * a second factor already, where the stage asks for it.
 */
export function heldBack(me: Me, caller: Caller): Me {
  const { access, session } = me
  if (!('token' in caller) || 'staffId' in caller || caller.token.club !== undefined) return me
  if (hasSecondFactor(caller, session)) return me
  const isHeld = ({ flags, adminSecondFactor }: Me['access']['organizations'][number]) =>
    adminSecondFactor === true && flags !== undefined
  const held = access.organizations.filter(isHeld)
  if (held.length === 0) return me
  const organizations = access.organizations.flatMap((organization) => {
    if (!isHeld(organization)) return organization
    const { id, name, teams } = organization
    return teams.length > 0 ? { id, name, teams } : []
  })
  return { ...me, access: { ...access, organizations, heldBackIn: held.map(({ id, name }) => ({ id, name })) } }
}
